package xlsx

import (
	"strconv"
	"strings"
	"unicode/utf16"
)

// Indexes of the cell styles in styles.xml.
const (
	styleHeader = "1"
	styleCode   = "2"
	styleDay    = "3"
	styleMoment = "4"
)

var columnStyles = map[Kind]string{Code: styleCode, Day: styleDay, Moment: styleMoment}

const (
	xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainNS  = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	relNS   = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	packNS  = `http://schemas.openxmlformats.org/package/2006/`
	formats = `application/vnd.openxmlformats-officedocument.spreadsheetml.`
)

type part struct{ name, text string }

// fixedParts do not depend on the table. By default any .xml is a worksheet: so the content types can come first, where
// programs that detect file types expect them, before the number of sheets is known.
var fixedParts = []part{
	{"[Content_Types].xml", xmlHead + `<Types xmlns="` + packNS + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="` + formats + `worksheet+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + formats + `sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + formats + `styles+xml"/>` +
		`<Override PartName="/xl/sharedStrings.xml" ContentType="` + formats + `sharedStrings+xml"/></Types>`},
	{"_rels/.rels", xmlHead + `<Relationships xmlns="` + packNS + `relationships">` +
		`<Relationship Id="rId1" Type="` + relNS + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
	{"xl/styles.xml", xmlHead + `<styleSheet ` + mainNS + `>` +
		`<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\.mm\.yyyy"/><numFmt numFmtId="165" formatCode="dd\.mm\.yyyy\ hh:mm"/></numFmts>` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
		`<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
		`<fill><patternFill patternType="solid"><fgColor rgb="FFEDEFF2"/><bgColor indexed="64"/></patternFill></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>` +
		`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`},
}

func sheetPath(n int) string { return "xl/worksheets/sheet" + strconv.Itoa(n) + ".xml" }

// appendSheetHead appends everything before the first data row.
func appendSheetHead(b []byte, columns []Column, first bool) []byte {
	b = append(b, xmlHead+`<worksheet `+mainNS+`><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView`...)
	if first {
		b = append(b, ` tabSelected="1"`...)
	}
	b = append(b, ` workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>`+
		`<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>`+
		`<sheetFormatPr defaultRowHeight="15"/><cols>`...)
	for i, c := range columns {
		b = appendColumn(b, i+1, c)
	}
	b = append(b, `</cols><sheetData><row>`...)
	for _, c := range columns {
		b = append(b, `<c s="`+styleHeader+`" t="inlineStr"><is><t xml:space="preserve">`...)
		if isRisky(c.Title) {
			b = append(b, '\'')
		}
		b = appendText(b, cutText(c.Title))
		b = append(b, `</t></is></c>`...)
	}
	return append(b, `</row>`...)
}

func appendColumn(b []byte, number int, c Column) []byte {
	const usualWidth = 16
	width := c.Width
	if !(width > 0) {
		width = usualWidth
	}
	n := strconv.Itoa(number)
	b = append(b, `<col min="`+n+`" max="`+n+`" width="`...)
	b = strconv.AppendFloat(b, min(width, maxWidth), 'f', -1, 64)
	b = append(b, '"')
	if style := columnStyles[c.Kind]; style != "" { // also for values typed into empty cells later
		b = append(b, ` style="`+style+`"`...)
	}
	return append(b, ` customWidth="1"/>`...)
}

// pageSetup prints landscape A4, with all columns on one page.
const pageSetup = `<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`

// appendSheetTail appends everything after the last row.
func appendSheetTail(b []byte, columns []Column, rows int) []byte {
	b = append(b, `</sheetData><autoFilter ref="A1:`+columnName(len(columns))+strconv.Itoa(rows)+`"/>`+pageSetup...)
	var codes []string
	for i, c := range columns {
		if c.Kind == Code && rows > 1 {
			name := columnName(i + 1)
			codes = append(codes, name+"2:"+name+strconv.Itoa(rows))
		}
	}
	if codes != nil {
		// Otherwise Excel marks every phone with "number stored as text".
		b = append(b, `<ignoredErrors><ignoredError sqref="`+strings.Join(codes, " ")+`" numberStoredAsText="1"/></ignoredErrors>`...)
	}
	return append(b, `</worksheet>`...)
}

// columnName returns A for 1, Z for 26, AA for 27.
func columnName(n int) string {
	var b []byte
	for ; n > 0; n = (n - 1) / 26 {
		b = append([]byte{byte('A' + (n-1)%26)}, b...)
	}
	return string(b)
}

func workbook(name string, sheets []int, columns int) string {
	b := []byte(xmlHead + `<workbook ` + mainNS + ` xmlns:r="` + relNS + `"><bookViews><workbookView/></bookViews><sheets>`)
	for i := range sheets {
		n := strconv.Itoa(i + 1)
		b = append(b, `<sheet name="`...)
		b = appendAttribute(b, numberedName(name, i+1))
		b = append(b, `" sheetId="`+n+`" r:id="rId`+n+`"/>`...)
	}
	b = append(b, `</sheets><definedNames>`...)
	for i, rows := range sheets {
		sheet := strings.ReplaceAll(numberedName(name, i+1), `'`, `''`)
		b = appendName(b, "_FilterDatabase", i, ` hidden="1"`, `'`+sheet+`'!$A$1:$`+columnName(columns)+`$`+strconv.Itoa(rows))
		b = appendName(b, "Print_Titles", i, "", `'`+sheet+`'!$1:$1`) // the header again on every page
	}
	return string(append(b, `</definedNames></workbook>`...))
}

// appendName appends a name that Excel knows, for one sheet.
func appendName(b []byte, name string, sheet int, attributes, means string) []byte {
	b = append(b, `<definedName name="_xlnm.`+name+`" localSheetId="`+strconv.Itoa(sheet)+`"`+attributes+`>`...)
	return append(appendAttribute(b, means), `</definedName>`...)
}

func appendAttribute(b []byte, s string) []byte {
	return append(b, strings.ReplaceAll(string(appendText(nil, s)), `"`, "&quot;")...)
}

func workbookRels(sheets int) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="` + packNS + `relationships">`)
	for i := range sheets {
		n := strconv.Itoa(i + 1)
		b.WriteString(`<Relationship Id="rId` + n + `" Type="` + relNS + `/worksheet" Target="worksheets/sheet` + n + `.xml"/>`)
	}
	for i, name := range []string{"styles", "sharedStrings"} {
		b.WriteString(`<Relationship Id="rId` + strconv.Itoa(sheets+1+i) + `" Type="` + relNS + `/` + name + `" Target="` + name + `.xml"/>`)
	}
	b.WriteString(`</Relationships>`)
	return b.String()
}

// cleanName turns any text into a valid sheet name: Excel rejects some characters, an apostrophe at either end, empty
// names and more than 31 UTF-16 units.
func cleanName(name string) string {
	const room = 31 - len(" (999)") // leaves room for the number of a further sheet
	name = strings.Map(func(r rune) rune {
		if r < ' ' || isIllegal(r) || strings.ContainsRune(`[]:*?/\`, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, ""))
	if units := utf16.Encode([]rune(name)); len(units) > room {
		name = strings.TrimRight(string(utf16.Decode(units[:room])), "\uFFFD")
	}
	name = strings.Trim(name, " '")
	if name == "" {
		return "Лист"
	}
	return name
}

func numberedName(name string, n int) string {
	if n == 1 {
		return name
	}
	return name + " (" + strconv.Itoa(n) + ")"
}
