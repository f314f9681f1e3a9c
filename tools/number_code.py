"""The code with which every frame of a numbered clip shows its number.

Geometry, as fractions of the rectangle that the picture fills (tools/numbered-clip draws it, tests read it from
screenshots):

    the panel goes from 1/4 to 3/4 of the width and from 2/9 to 7/9 of the height;
    it has 8 columns and 5 rows of blocks, each 1/16 of the width by 1/9 of the height.

So block (column, row) has its centre at x = (4.5 + column) / 16 of the width and
y = (2.5 + row) / 9 of the height. White is 1, black is 0:

    row 0   bits 15...8 of the number, the highest at the left
    row 1   bits  7...0
    row 2   row 0 inverted
    row 3   row 1 inverted
    row 4   check byte, the highest bit at the left: (number mod 251) xor 0x35

To read it, average the luma of each block's middle half (leaving a quarter of the block at every edge, so that scaling
and compression do not matter). A mean below 96 of 255 is black, above 160 is white, anything between is unreadable, as
are rows 2 and 3 that do not complement rows 0 and 1, and a wrong check byte. So two mixed or torn frames, a shifted
picture and, except for one number in 250, a mirrored one give no number instead of a wrong one.
"""

COLUMNS, ROWS = 8, 5
GRID_WIDTH, GRID_HEIGHT = 16, 9
LEFT, TOP = 4, 2
LIMIT = 1 << 16
BLACK_BELOW, WHITE_ABOVE = 96, 160


def rows_of(number):
    """Returns the panel's five bytes, from the top."""
    high, low = number >> 8, number & 0xFF
    return [high, low, high ^ 0xFF, low ^ 0xFF, number % 251 ^ 0x35]


def encode(number):
    """Returns the panel as 8 by 5 grey pixels, one per block."""
    return bytes(255 if row >> (COLUMNS - 1 - column) & 1 else 0
                 for row in rows_of(number) for column in range(COLUMNS))


def block_mean(gray, stride, rectangle, column, row):
    """Returns the mean luma of the middle half of a block."""
    x, y, width, height = rectangle
    left = x + (LEFT + column + 0.25) * width / GRID_WIDTH
    top = y + (TOP + row + 0.25) * height / GRID_HEIGHT
    columns = range(round(left), max(round(left) + 1, round(left + width / GRID_WIDTH / 2)))
    lines = range(round(top), max(round(top) + 1, round(top + height / GRID_HEIGHT / 2)))
    values = [gray[line * stride + pixel] for line in lines for pixel in columns]
    return sum(values) / len(values)


def decode(gray, stride, rectangle):
    """Returns the number in the picture that fills `rectangle` (x, y, width, height) of an image with one byte of
    full-range luma per pixel; None if it is unreadable."""
    rows = []
    for row in range(ROWS):
        byte = 0
        for column in range(COLUMNS):
            mean = block_mean(gray, stride, rectangle, column, row)
            if BLACK_BELOW <= mean <= WHITE_ABOVE:
                return None
            byte = byte << 1 | (mean > WHITE_ABOVE)
        rows.append(byte)
    number = rows[0] << 8 | rows[1]
    return number if rows == rows_of(number) else None
