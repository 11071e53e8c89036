package main

import (
	"archive/zip"
	"bufio"
	"context"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/klauspost/compress/flate"

	"studbonus/bench/dataset"
)

type exportCmd struct {
	Database string `arg:"" help:"postgres://… or a SQLite file."`
	Out      string `arg:"" help:"Spreadsheet to write."`
}

const (
	sheetTypes = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
	sheetRels  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	sheetBook  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Students" sheetId="1" r:id="rId1"/></sheets></workbook>`
	bookRels   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
	sheetOpen  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
	sheetShut  = `</sheetData></worksheet>`
	blockSize  = 1 << 20
	packers    = 2
	sheetName  = "xl/worksheets/sheet1.xml"
)

// Run implements the command: rows are formatted, compressed in parallel blocks while reading, and joined in order.
func (c *exportCmd) Run(ctx context.Context) error {
	db, err := open(ctx, c.Database)
	if err != nil {
		return err
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, blockSize)
	z := zip.NewWriter(out)
	for _, part := range [][2]string{{"[Content_Types].xml", sheetTypes}, {"_rels/.rels", sheetRels}, {"xl/workbook.xml", sheetBook}, {"xl/_rels/workbook.xml.rels", bookRels}} {
		w, err := z.Create(part[0])
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, part[1]); err != nil {
			return err
		}
	}
	if err := writeSheet(ctx, db, z); err != nil {
		return err
	}
	return errors.Join(z.Close(), out.Flush(), f.Close())
}

// piece is a block of the sheet to be compressed.
type piece struct {
	raw    []byte
	packed []byte
	last   bool
	done   chan error
}

// Write collects compressed bytes.
func (p *piece) Write(b []byte) (int, error) {
	p.packed = append(p.packed, b...)
	return len(b), nil
}

func writeSheet(ctx context.Context, db store, z *zip.Writer) error {
	header := &zip.FileHeader{Name: sheetName, Method: zip.Deflate, Flags: 0x8}
	w, err := z.CreateRaw(header)
	if err != nil {
		return err
	}
	work, queue, end := make(chan *piece, 4), make(chan *piece, 4), make(chan error)
	for range packers {
		go pack(work)
	}
	go func() { end <- join(w, header, queue) }()
	send := func(raw []byte, last bool) {
		p := &piece{raw: raw, last: last, done: make(chan error, 1)}
		queue <- p
		work <- p
	}
	raw := append(make([]byte, 0, blockSize+4096), sheetOpen+"<row>"...)
	for _, title := range []string{"ФИО", "Факультет", "Период обучения", "Курс", "Телефон", "Номер штрихкода", "Статус"} {
		raw = cell(raw, title)
	}
	raw = append(raw, "</row>"...)
	var r row
	into := []any{&r.FullName, &r.faculty, &r.Course, &r.Phone, &r.Code, &r.status}
	err = db.each(ctx, statement{text: "SELECT full_name, faculty, course, phone, code, status FROM student WHERE status IN (0, 1) ORDER BY id"}, into, func() {
		if raw = r.xml(raw); len(raw) > blockSize {
			send(raw, false)
			raw = make([]byte, 0, blockSize+4096)
		}
	})
	send(append(raw, sheetShut...), true)
	close(queue)
	close(work)
	return errors.Join(err, <-end)
}

func pack(work <-chan *piece) {
	z, err := flate.NewWriter(nil, flate.BestSpeed)
	for p := range work {
		if err == nil {
			p.packed = make([]byte, 0, blockSize/4)
			z.Reset(p)
			_, err = z.Write(p.raw)
		}
		switch {
		case err != nil:
		case p.last:
			err = z.Close()
		default:
			err = z.Flush()
		}
		p.done <- err
	}
}

// join writes the compressed pieces in order.
func join(w io.Writer, header *zip.FileHeader, queue <-chan *piece) error {
	sum := crc32.NewIEEE()
	var first error
	for p := range queue {
		err := <-p.done
		if err == nil {
			_, _ = sum.Write(p.raw)
			header.UncompressedSize64 += uint64(len(p.raw))
			header.CompressedSize64 += uint64(len(p.packed))
			_, err = w.Write(p.packed)
		}
		first = errors.Join(first, err)
	}
	header.CRC32 = sum.Sum32()
	header.UncompressedSize = uint32(header.UncompressedSize64) //nolint:staticcheck // what archive/zip writes below 4 GiB
	header.CompressedSize = uint32(header.CompressedSize64)     //nolint:staticcheck // likewise
	return first
}

func cell(b []byte, s string) []byte {
	b = append(b, `<c t="inlineStr"><is><t>`...)
	if strings.ContainsAny(s, "<>&") {
		s = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;").Replace(s)
	}
	return append(append(b, s...), `</t></is></c>`...)
}

func (r *row) xml(b []byte) []byte {
	b = append(b, "<row>"...)
	b = cell(b, r.FullName)
	b = cell(b, dataset.Faculties[r.faculty])
	b = cell(b, dataset.Period)
	b = append(strconv.AppendInt(append(b, "<c><v>"...), int64(r.Course), 10), "</v></c>"...)
	b = cell(b, r.Phone)
	b = cell(b, r.Code)
	b = cell(b, dataset.Statuses[r.status])
	return append(b, "</row>"...)
}
