"""Writes the workbooks in `files` with openpyxl, and again with LibreOffice: make-files.py FOLDER.

Each has a sheet "Devices" with the columns of `fleetMapping`. Needs openpyxl and soffice.
"""

import datetime
import pathlib
import subprocess
import sys

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table, TableStyleInfo

HEADERS = ["Serial", "Manufacturer", "Model", "End", "Bought", "Price", "Notes"]


def fleet():
    """Twelve devices. Some ends and dates of purchase are blank, with and without a style."""
    book = Workbook()
    sheet = book.active
    sheet.title = "Devices"
    sheet.append(HEADERS)
    for cell in sheet[1]:
        cell.font = Font(bold=True, color="FFFFFFFF")
        cell.fill = PatternFill("solid", fgColor="FF1F4E78")
        cell.alignment = Alignment(horizontal="center", wrap_text=True)
    for index in range(12):
        line = index + 2
        sheet.cell(line, 1, f"B{index + 3:06d}").number_format = "@"
        if index % 5 != 4:
            sheet.cell(line, 2, "Dell")
        sheet.cell(line, 3, f"Latitude {5000 + index}")
        if index % 3 == 0:
            sheet.cell(line, 4, datetime.date(2023, 3, 1 + index)).number_format = "dd.mm.yyyy"
        if index % 3 == 1:
            sheet.cell(line, 4).number_format = "dd.mm.yyyy"
        if index % 4 == 0:
            sheet.cell(line, 5, datetime.date(2020, 6, 1 + index))
        if index % 4 == 1:
            sheet.cell(line, 5).border = Border(bottom=Side(style="thin"))
        sheet.cell(line, 6, 500 + index + 0.25).number_format = "#,##0.00"
        if index % 2 == 0:
            sheet.cell(line, 7, " spaces \u00fc\u20ac\n<two> lines & more ")
    return book, sheet


def epoch_1904(book, sheet):
    book.epoch = CALENDAR_MAC_1904


def formulas(book, sheet):
    for line in range(2, 14):
        sheet.cell(line, 8, f"=F{line}*1.19").number_format = "0.00"
    sheet["H1"] = "With tax"
    sheet["H15"] = "=SUM(H2:H13)"


def conditional_formats(book, sheet):
    red = PatternFill(bgColor="FFFFC7CE")
    sheet.conditional_formatting.add("D2:D13", CellIsRule("lessThan", ["TODAY()"], fill=red))
    colors = {"start_type": "min", "start_color": "FFFFFF", "end_type": "max", "end_color": "1F4E78"}
    sheet.conditional_formatting.add("F2:F13", ColorScaleRule(**colors))


def table(book, sheet):
    added = Table(displayName="Fleet", ref="A1:G13")
    added.tableStyleInfo = TableStyleInfo(name="TableStyleMedium9", showRowStripes=True)
    sheet.add_table(added)


def chart(book, sheet):
    bars = BarChart()
    bars.add_data(Reference(sheet, min_col=6, min_row=1, max_row=13), titles_from_data=True)
    sheet.add_chart(bars, "B16")


def comments(book, sheet):
    sheet["D3"].comment = Comment("ask the vendor", "Someone")
    sheet["A2"].comment = Comment("two\nlines", "Someone")


def validations(book, sheet):
    manufacturers = DataValidation(type="list", formula1='"Dell,HP,Lenovo"', allow_blank=True)
    manufacturers.add("B2:B13")
    sheet.add_data_validation(manufacturers)


def protected(book, sheet):
    sheet.protection.sheet = True
    sheet.protection.password = "not a secret"
    sheet["D3"].protection = Protection(locked=False)


def sheets(book, sheet):
    prices = book.create_sheet("Prices", 0)
    prices["A1"] = 1.5
    prices["A1"].number_format = "0.00%"
    hidden = book.create_sheet("Hidden")
    hidden["A1"] = "secret"
    hidden.sheet_state = "hidden"
    book.active = 1


def filters(book, sheet):
    sheet.auto_filter.ref = "A1:G13"
    sheet.auto_filter.add_filter_column(1, ["Dell"])
    for line in (6, 11):
        sheet.row_dimensions[line].hidden = True
    sheet.row_dimensions.group(7, 9, hidden=True)
    sheet.column_dimensions.group("E", "F", hidden=False)
    sheet.freeze_panes = "B2"


def prints(book, sheet):
    sheet.print_title_rows = "1:1"
    sheet.print_area = "A1:G13"
    sheet.page_setup.orientation = "landscape"
    sheet.oddHeader.center.text = "Devices"
    book.defined_names["Devices"] = DefinedName("Devices", attr_text="Devices!$A$2:$A$13")


def merged(book, sheet):
    sheet.merge_cells("I1:K1")
    sheet["I1"] = "a wide note"
    sheet.merge_cells("G4:G5")
    sheet.column_dimensions["A"].width = 22
    sheet.row_dimensions[2].height = 40


VARIANTS = {
    "plain": lambda book, sheet: None,
    "1904": epoch_1904,
    "formulas": formulas,
    "conditional-formats": conditional_formats,
    "table": table,
    "chart": chart,
    "comments": comments,
    "validations": validations,
    "protected": protected,
    "sheets": sheets,
    "filters": filters,
    "prints": prints,
    "merged": merged,
}


def main():
    folder = pathlib.Path(sys.argv[1])
    for name, change in VARIANTS.items():
        book, sheet = fleet()
        change(book, sheet)
        book.save(folder / f"openpyxl-{name}.xlsx")
    made = sorted(folder.glob("openpyxl-*.xlsx"))
    office = folder / "office"
    command = ["soffice", f"-env:UserInstallation=file://{office.resolve()}", "--headless"]
    command += ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(office / "out")]
    subprocess.run([*command, *map(str, made)], check=True)
    for each in made:
        name = each.name.replace("openpyxl", "libreoffice")
        (office / "out" / each.name).rename(folder / name)
    subprocess.run(["rm", "-r", str(office)], check=True)


main()
