// Lets DocC's pages be read from a folder, where a browser fetches nothing: what a page wants to fetch has come with
// it as a script, and a link leads to the file. From a web server all is as DocC made it.
(function () {
  'use strict';
  const root = new URL(document.currentScript.dataset.root, location.href);
  window.baseUrl = root.pathname;
  const texts = (window.doccTexts = {});
  if (location.protocol !== 'file:') {
    // A page knows itself by its folder.
    history.replaceState(null, '', location.href.replace(/index\.html(?=$|[?#])/, ''));
    return;
  }

  // A file's page is its folder's.
  const inside = (address) => {
    const url = new URL(address, location.href);
    if (url.protocol !== 'file:' || !url.pathname.startsWith(root.pathname)) return null;
    return url.pathname.slice(root.pathname.length).replace('/index.html', '');
  };
  window.fetch = async (request) => {
    const text = texts[inside(request.url || request)];
    return text === undefined
      ? new Response('', { status: 404 })
      : new Response(JSON.stringify(text), { headers: { 'Content-Type': 'application/json' } });
  };
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const url = new URL(link.href);
    const place = inside(url);
    if (place === null || /\.\w+$/.test(place)) return;
    // The same page: the browser goes to the place by itself, and the page's own code would load it anew.
    event.preventDefault();
    event.stopImmediatePropagation();
    location.href = root.href + place.replace(/\/$/, '') + '/index.html' + url.hash;
  }, true);
})();
