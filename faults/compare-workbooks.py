"""Compares workbooks before and after results were added, as openpyxl reads them.

compare-workbooks.py BEFORE AFTER: folders with the same names of files. Prints a JSON object per line for every difference, and at
the end how many cells were compared. A name that contains "-off" says that blank cells were not to be filled.
"""

import inspect
import json
import pathlib
import sys

from openpyxl import load_workbook

FILLED = {"Manufacturer", "End", "Bought"}

# Versions before 3.1, such as Debian's, read formatted text as plain text.
RICH_TEXT = {"rich_text": True} if "rich_text" in inspect.signature(load_workbook).parameters else {}


def value_of(cell):
    """A text that is the same for equal values."""
    value = cell.value
    return repr(vars(value) if hasattr(value, "ref") and hasattr(value, "__dict__") else value)


LOOKS = {}


def look(cell):
    """What a cell looks like. The same for all cells with a style."""
    key = (id(cell.parent.parent), tuple(cell._style or ()))
    if key not in LOOKS:
        parts = (cell.font, cell.fill, cell.border, cell.alignment, cell.protection)
        LOOKS[key] = [cell.number_format, *map(repr, parts)]
    return LOOKS[key]


def sheet_settings(sheet):
    """What a sheet has besides its cells."""
    return {
        "state": sheet.sheet_state,
        "merged": sorted(map(str, sheet.merged_cells.ranges)),
        "filter": repr(sheet.auto_filter),
        "validations": repr(sheet.data_validations.dataValidation),
        "formats": repr(list(sheet.conditional_formatting)),
        "tables": repr(sheet.tables.items()),
        "protection": repr(sheet.protection),
        "panes": sheet.freeze_panes,
        "print": [sheet.print_area, sheet.print_title_rows, repr(sheet.page_setup)],
        "charts": len(sheet._charts),
        "pictures": len(sheet._images),
        "rows": {n: [d.hidden, d.height, d.outlineLevel] for n, d in sorted(sheet.row_dimensions.items())},
    }


def compare_sheet(name, old, new, is_filled):
    """Yields differences, and at the end the number of compared cells and of new dates."""
    compared = dates = 0
    header = {cell.column: cell.value for row in old.iter_rows() for cell in row if str(cell.value) in FILLED}
    used = [cell.column for row in old.iter_rows() for cell in row if cell.value is not None]
    last = max(used, default=0)
    for row in old.iter_rows():
        for cell in row:
            other = new[cell.coordinate]
            is_blank = cell.value is None or (isinstance(cell.value, str) and not cell.value.strip())
            if is_blank and (cell.column > last or (is_filled and cell.column in header)):
                continue
            compared += 1
            before = [value_of(cell), cell.data_type, *look(cell), repr(cell.comment), repr(cell.hyperlink)]
            after = [value_of(other), other.data_type, *look(other), repr(other.comment), repr(other.hyperlink)]
            if before != after:
                yield {"file": name, "sheet": old.title, "cell": cell.coordinate, "before": before, "after": after}
    for row in new.iter_rows(min_col=last + 1):
        dates += sum(cell.is_date for cell in row if cell.value is not None)
    if sheet_settings(old) != sheet_settings(new):
        both = [sheet_settings(old), sheet_settings(new)]
        yield {"file": name, "sheet": old.title, "settings": [{k: s[k] for k in s if both[0][k] != both[1][k]} for s in both]}
    yield compared, dates


def main():
    before, after = map(pathlib.Path, sys.argv[1:3])
    totals = {"files": 0, "cells": 0, "dates": 0, "differences": 0, "without_dates": []}
    for path in sorted(after.glob("*.xlsx")):
        found = 0
        for data_only in (False, True):
            old, new = (load_workbook(each / path.name, data_only=data_only, **RICH_TEXT) for each in (before, after))
            LOOKS.clear()
            names = [sheet.title for sheet in old.worksheets]
            if names != [sheet.title for sheet in new.worksheets] or list(old.defined_names) != list(new.defined_names):
                totals["differences"] += 1
                print(json.dumps({"file": path.name, "sheets": names}))
                continue
            for sheet_name in names:
                for each in compare_sheet(path.name, old[sheet_name], new[sheet_name], "-off" not in path.name):
                    if isinstance(each, dict):
                        totals["differences"] += 1
                        print(json.dumps(each))
                    else:
                        totals["cells"] += each[0]
                        found += each[1] if sheet_name == "Devices" else 0
        totals["files"] += 1
        totals["dates"] += found
        if found == 0:
            totals["without_dates"].append(path.name)
    print(json.dumps(totals))


main()
