package xlsx

import (
	"archive/zip"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
	"github.com/xuri/excelize/v2"
)

// benchStudent is a row of the export of rules 19.4: a million rows of eight cells.
type benchStudent struct {
	id, course                               int64
	name, phone, code, faculty, city, status string
}

var benchSheet = Sheet{Name: "Студенты", Columns: []Column{
	{Title: "ID"}, {Title: "ФИО", Width: 40}, {Title: "Телефон", Kind: Code}, {Title: "Код", Kind: Code},
	{Title: "Курс"}, {Title: "Факультет", Width: 40, Kind: Choice}, {Title: "Город", Kind: Choice}, {Title: "Статус", Kind: Choice},
}}

// benchStudents returns rows that do not repeat within the deflate window.
func benchStudents() []benchStudent {
	surnames := strings.Fields("Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов")
	names := strings.Fields("Александр Дмитрий Максим Сергей Андрей Алексей Артём Илья Кирилл Михаил Никита Матвей Роман")
	areas := strings.Split("прикладной математики|вычислительной техники|экономики и финансов|международных отношений|журналистики|биотехнологий|теоретической физики", "|")
	cities := strings.Fields("Москва Санкт-Петербург Новосибирск Екатеринбург Казань Красноярск Челябинск Уфа Краснодар Самара Омск")
	rows := make([]benchStudent, 20_000)
	for i := range rows {
		x := uint64(i+1) * 0x9E3779B97F4A7C15
		pick := func(from []string) string {
			x = x*6364136223846793005 + 1442695040888963407
			return from[x>>33%uint64(len(from))]
		}
		rows[i] = benchStudent{
			id: int64(i), course: int64(x>>40%6) + 1,
			name:  pick(surnames) + " " + pick(names) + " " + pick(surnames) + "ич",
			phone: fmt.Sprintf("+79%09d", uint64(i)*618033989%1_000_000_000), code: fmt.Sprintf("%013d", x%10_000_000_000_000),
			faculty: "Факультет " + pick(areas), city: pick(cities), status: "active",
		}
	}
	return rows
}

const benchRows = 1_000_000

// BenchmarkMillionRows compares the writer with a minimal hand-rolled one and with excelize.
func BenchmarkMillionRows(b *testing.B) {
	rows := benchStudents()
	each := func(f func(s *benchStudent)) {
		for i := range benchRows {
			f(&rows[i%len(rows)])
		}
	}
	for _, c := range []struct {
		name  string
		write func(out io.Writer, each func(func(*benchStudent))) error
	}{{"ours", benchOurs}, {"floor", benchFloor}, {"excelize", benchExcelize}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var n countingWriter
				if err := c.write(&n, each); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(n)/(1<<20), "MiB/file")
			}
		})
	}
}

type countingWriter int64

func (n *countingWriter) Write(p []byte) (int, error) {
	*n += countingWriter(len(p))
	return len(p), nil
}

func benchOurs(out io.Writer, each func(func(*benchStudent))) error {
	w, err := NewWriter(out, benchSheet)
	if err != nil {
		return err
	}
	each(func(s *benchStudent) {
		w.Number(s.id)
		w.Text(s.name)
		w.Text(s.phone)
		w.Text(s.code)
		w.Number(s.course)
		w.Text(s.faculty)
		w.Text(s.city)
		w.Text(s.status)
		_ = w.EndRow()
	})
	return w.Close()
}

func benchExcelize(out io.Writer, each func(func(*benchStudent))) error {
	f := excelize.NewFile()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	r := 0
	each(func(s *benchStudent) {
		r++
		_ = w.SetRow("A"+strconv.Itoa(r), []any{s.id, s.name, s.phone, s.code, s.course, s.faculty, s.city, s.status})
	})
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Write(out)
}

// benchFloor does the minimum for a valid sheet: no checks, no styles, two compressors.
func benchFloor(out io.Writer, each func(func(*benchStudent))) error {
	z := zip.NewWriter(out)
	header := &zip.FileHeader{Name: "xl/worksheets/sheet1.xml", Method: zip.Deflate, Flags: 0x8}
	entry, err := z.CreateRaw(header)
	if err != nil {
		return err
	}
	type piece struct {
		raw  []byte
		last bool
		out  chan []byte
	}
	work, order, done := make(chan piece, 4), make(chan piece, 4), make(chan error)
	for range 2 {
		go func() {
			fw, _ := flate.NewWriter(nil, 1)
			for p := range work {
				b := block{packed: make([]byte, 0, 1<<18)}
				fw.Reset(&b)
				_, _ = fw.Write(p.raw)
				if p.last {
					_ = fw.Close()
				} else {
					_ = fw.Flush()
				}
				p.out <- b.packed
			}
		}()
	}
	go func() {
		sum := crc32.NewIEEE()
		var err error
		for p := range order {
			b := <-p.out
			_, _ = sum.Write(p.raw)
			header.UncompressedSize64 += uint64(len(p.raw))
			header.CompressedSize64 += uint64(len(b))
			_, err = entry.Write(b)
		}
		header.CRC32 = sum.Sum32()
		done <- err
	}()
	send := func(raw []byte, last bool) {
		p := piece{raw, last, make(chan []byte, 1)}
		order <- p
		work <- p
	}
	const size = 1 << 20
	buf := append(make([]byte, 0, size+4096), `<worksheet `+mainNS+`><sheetData>`...)
	each(func(s *benchStudent) {
		if buf = s.bareRow(buf); len(buf) > size {
			send(buf, false)
			buf = make([]byte, 0, size+4096)
		}
	})
	send(append(buf, `</sheetData></worksheet>`...), true)
	close(order)
	close(work)
	if err := <-done; err != nil {
		return err
	}
	return z.Close()
}

func (s *benchStudent) bareRow(b []byte) []byte {
	text := func(s string) {
		b = append(b, `<c t="inlineStr"><is><t>`...)
		if strings.ContainsAny(s, "<>&") {
			s = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;").Replace(s)
		}
		b = append(b, s...)
		b = append(b, `</t></is></c>`...)
	}
	number := func(n int64) {
		b = append(b, `<c><v>`...)
		b = strconv.AppendInt(b, n, 10)
		b = append(b, `</v></c>`...)
	}
	b = append(b, "<row>"...)
	number(s.id)
	text(s.name)
	text(s.phone)
	text(s.code)
	number(s.course)
	text(s.faculty)
	text(s.city)
	text(s.status)
	return append(b, "</row>"...)
}
