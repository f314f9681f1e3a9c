"""Locates header fields of media files: for each container a function that returns the (offset, length, byte order) of
its numbers, and one that updates the checksums afterwards.

Leaves compressed pictures and sound alone: tools/damage changes those."""
import struct
import zlib

BIG, LITTLE = ">", "<"
LARGEST = 64  # the bytes of a box or element with relevant numbers


def numbers(start, end, order):
    """Returns numbers of every size at aligned offsets, for a range with an unknown layout."""
    fields = []
    for length in (1, 2, 4, 8):
        fields += [(place, length, order) for place in range(start, end - length + 1, length)]
    return fields


def mp4(data):
    """Enters container boxes, but not media data."""
    inner = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"mvex", b"udta", b"dinf",
             b"moof", b"traf"}
    fields = []

    def walk(start, end):
        while start + 8 <= end:
            size, kind = struct.unpack_from(">I4s", data, start)
            size = size if 8 <= size <= end - start else end - start
            fields.append((start, 4, BIG))
            if kind in inner:
                walk(start + 8, start + size)
            elif kind == b"stsd":
                fields.extend(numbers(start + 8, min(start + size, start + 240), BIG))
            elif kind not in (b"mdat", b"free"):
                fields.extend(numbers(start + 8, min(start + size, start + 8 + 2 * LARGEST), BIG))
            start += size

    walk(0, len(data))
    return fields


def ebml_number(data, place, keep_marker):
    """Returns a number of variable length, and its length."""
    first = data[place]
    length = 9 - first.bit_length() if first else 9
    if length > 8 or place + length > len(data):
        return None, 0
    value = int.from_bytes(data[place:place + length], "big")
    return (value if keep_marker else value & ~(1 << (7 * length))), length


def matroska(data):
    """Enters master elements; of blocks, the track, time and flags are fields."""
    masters = {0x1A45DFA3, 0x18538067, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0xE1, 0x1F43B675, 0xA0,
               0x1C53BB6B, 0xBB, 0xB7, 0x114D9B74, 0x4DBB, 0x1254C367, 0x55B0, 0x7670, 0x1043A770,
               0x45B9, 0xB6, 0x6D80, 0x6240}
    blocks = {0xA3, 0xA1}
    fields = []

    def walk(start, end):
        while start < end:
            kind, one = ebml_number(data, start, True)
            if not one or start + one >= end:
                return
            size, other = ebml_number(data, start + one, False)
            if not other:
                return
            content = start + one + other
            stop = min(end, content + size)
            fields.append((start + one, min(other, 8), BIG))
            if kind in masters:
                walk(content, stop)
            elif kind in blocks:
                fields.extend([(content, 1, BIG), (content + 1, 2, BIG), (content + 3, 1, BIG)])
            elif stop - content in (1, 2, 3, 4, 8):
                # The whole number three times, since it matters most.
                fields.extend([(content, stop - content, BIG)] * 3)
            else:
                fields.extend(numbers(content, min(stop, content + LARGEST), BIG))
            start = content + size
    walk(0, len(data))
    return fields


def riff(data):
    """Chunks of AVI and WAV; enters lists, but not `movi` and `data`."""
    fields = [(4, 4, LITTLE)]

    def walk(start, end):
        while start + 8 <= end:
            kind, size = struct.unpack_from("<4sI", data, start)
            fields.append((start + 4, 4, LITTLE))
            if kind == b"LIST" and data[start + 8:start + 12] != b"movi":
                walk(start + 12, min(end, start + 8 + size))
            elif kind not in (b"LIST", b"data", b"JUNK"):
                fields.extend(numbers(start + 8, min(end, start + 8 + min(size, LARGEST)), LITTLE))
            start += 8 + size + size % 2

    walk(12, len(data))
    return fields


def transport(data):
    """Packet headers, with their clocks, timestamps and tables."""
    fields = []
    for start in range(0, len(data) - 187, 188):
        begins, adapts = data[start + 1] & 0x40, data[start + 3] & 0x20
        length = 36 if begins or adapts else 4
        fields += numbers(start, start + length, BIG)
    return fields


def program(data):
    """Start codes of packs, packets and sequences, and the bytes after them."""
    fields, place = [], data.find(b"\0\0\1")
    while place >= 0:
        if data[place + 3] in (0xB3, 0xB5, 0xBA, 0xBB, 0xBE) or data[place + 3] >= 0xC0:
            fields += numbers(place + 3, min(len(data), place + 20), BIG)
        place = data.find(b"\0\0\1", place + 3)
    return fields


def ogg(data):
    """Page headers, and the codecs' headers at the start of each stream."""
    fields, place = [], data.find(b"OggS")
    while 0 <= place <= len(data) - 27:
        segments = data[place + 26]
        fields += [(place + 6, 8, LITTLE), (place + 14, 4, LITTLE), (place + 18, 4, LITTLE),
                   (place + 5, 1, LITTLE), (place + 26, 1, LITTLE)]
        if data[place + 5] & 2:
            start = place + 27 + segments
            fields += numbers(start, min(len(data), start + LARGEST), LITTLE)
        place = data.find(b"OggS", place + 27)
    return fields


def ogg_sums(data):
    """Updates the checksum of each page, since pages with a wrong one are skipped."""
    place = data.find(b"OggS")
    while 0 <= place <= len(data) - 27:
        segments = data[place + 26]
        end = place + 27 + segments + sum(data[place + 27:place + 27 + segments])
        page = bytearray(data[place:end])
        if len(page) < 27:
            return data
        page[22:26] = bytes(4)
        data[place + 22:place + 26] = struct.pack("<I", ogg_sum(page))
        place = data.find(b"OggS", place + 27)
    return data


def table_of_ogg():
    """Returns the table of Ogg's CRC: 0x04C11DB7, not reflected."""
    table = []
    for index in range(256):
        value = index << 24
        for _ in range(8):
            value = (value << 1 ^ 0x04C11DB7 if value & 0x80000000 else value << 1) & 0xFFFFFFFF
        table.append(value)
    return table


OGG_TABLE = table_of_ogg()


def ogg_sum(page):
    value = 0
    for byte in page:
        value = (value << 8 & 0xFFFFFFFF) ^ OGG_TABLE[value >> 24 ^ byte]
    return value


def png(data):
    """All chunks except for the picture's data."""
    fields, place = [], 8
    while place + 12 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, place)
        if kind != b"IDAT":
            fields += [(place, 4, BIG)]
            fields += numbers(place + 8, min(len(data), place + 8 + min(size, LARGEST)), BIG)
        place += 12 + size
    return fields


def png_sums(data):
    """Updates the checksum of each chunk, since chunks with a wrong one are rejected."""
    place = 8
    while place + 12 <= len(data):
        size = struct.unpack_from(">I", data, place)[0]
        if place + 12 + size > len(data):
            break
        data[place + 8 + size:place + 12 + size] = struct.pack(
            ">I", zlib.crc32(data[place + 4:place + 8 + size]))
        place += 12 + size
    return data


def jpeg(data):
    """Segments up to the picture."""
    fields, place = [], 2
    while place + 4 <= len(data) and data[place] == 0xFF:
        size = struct.unpack_from(">H", data, place + 2)[0]
        fields += numbers(place + 2, min(len(data), place + 2 + min(size, LARGEST)), BIG)
        if data[place + 1] == 0xDA:
            break
        place += 2 + size
    return fields


def first(count, order):
    """A format with its header at the start."""
    return lambda data: numbers(0, min(len(data), count), order)


def keep(data):
    return data


# By the start of a file: its fields, and its checksum function.
FORMATS = (
    (lambda data: data[4:8] == b"ftyp", mp4, keep),
    (lambda data: data[:4] == b"\x1a\x45\xdf\xa3", matroska, keep),
    (lambda data: data[:4] == b"RIFF" and data[8:12] in (b"AVI ", b"WAVE"), riff, keep),
    (lambda data: data[:1] == b"G" and data[188:189] == b"G", transport, keep),
    (lambda data: data[:4] == b"\0\0\1\xba", program, keep),
    (lambda data: data[:4] == b"OggS", ogg, ogg_sums),
    (lambda data: data[:8] == b"\x89PNG\r\n\x1a\n", png, png_sums),
    (lambda data: data[:2] == b"\xff\xd8", jpeg, keep),
    (lambda data: data[:4] == b"fLaC", first(200, BIG), keep),
    (lambda data: data[:3] in (b"FLV", b"ID3"), first(600, BIG), keep),
    (lambda data: data[:4] in (b"DKIF", b"GIF8", b"BM", b"II*\0"), first(64, LITTLE), keep),
    (lambda data: True, first(512, LITTLE), keep),
)


def layout(data):
    """Returns the fields of a file, and its checksum function."""
    for is_it, fields, sums in FORMATS:
        if is_it(data):
            return fields(data) or numbers(0, min(len(data), 512), BIG), sums
    raise AssertionError("the last format takes every file")
