// Makes DocC's pages work from a folder, where a browser refuses to fetch files: the data is loaded from scripts, and
// links lead to files. From a web server the pages behave as DocC made them.
(function () {
  'use strict';
  const root = new URL(document.currentScript.dataset.root, location.href);
  window.baseUrl = root.pathname;
  const texts = (window.doccTexts = {});
  if (location.protocol !== 'file:') {
    // A page's route is its folder.
    history.replaceState(null, '', location.href.replace(/index\.html(?=$|[?#])/, ''));
    return;
  }

  // The page of a file is that of its folder.
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
    // The browser scrolls to an anchor on the same page itself; the page's own code would reload it.
    event.preventDefault();
    event.stopImmediatePropagation();
    location.href = root.href + place.replace(/\/$/, '') + '/index.html' + url.hash;
  }, true);
})();
