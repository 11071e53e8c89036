package xlsx

import (
	"archive/zip"
	"hash/crc32"
	"io"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/flate"

	"studbonus/internal/cores"
)

// block is a piece of a sheet on its way through the packer.
type block struct {
	raw    []byte
	packed []byte
	last   bool
	err    error
	ready  chan struct{}
}

// Write collects the packed bytes.
func (b *block) Write(p []byte) (int, error) {
	b.packed = append(b.packed, p...)
	return len(p), nil
}

// packer deflates the blocks of a sheet on several cores and writes them in their
// order: each is closed by a flush, so that together they are one deflate stream. The
// number of blocks is fixed, and with it the memory; who has none must wait for one.
type packer struct {
	free   chan *block
	work   chan *block
	group  sync.WaitGroup
	failed atomic.Bool

	queue chan *block // the same blocks as in work, in order
	done  chan error
	err   error
	ended bool
}

func newPacker(workers int) *packer {
	n := 2*workers + 1
	p := &packer{free: make(chan *block, n), work: make(chan *block, n), ended: true}
	for range n {
		p.free <- &block{ready: make(chan struct{}, 1)}
	}
	for range workers {
		p.group.Go(p.deflate)
	}
	return p
}

// begin starts an entry of the zip file; its sizes and checksum are put into header by end.
func (p *packer) begin(header *zip.FileHeader, out io.Writer) {
	p.queue = make(chan *block, cap(p.free))
	p.done = make(chan error, 1)
	p.ended = false
	go p.collect(header, out, p.queue)
}

// take returns an empty block, when one is free.
func (p *packer) take() *block {
	b := <-p.free
	if b.raw == nil {
		// A row may run over the border of the block before it is looked at.
		b.raw = make([]byte, 0, blockSize+blockSize/8)
	}
	b.raw, b.packed, b.last = b.raw[:0], b.packed[:0], false
	return b
}

// send hands a filled block over.
func (p *packer) send(b *block) {
	p.queue <- b
	p.work <- b
}

// end waits until the entry is written and returns its error, again if asked again.
func (p *packer) end() error {
	if !p.ended {
		p.ended = true
		close(p.queue)
		p.err = <-p.done
	}
	return p.err
}

// stop ends the workers.
func (p *packer) stop() {
	_ = p.end()
	close(p.work)
	p.group.Wait()
}

func (p *packer) deflate() {
	// Level 1 packs a table almost as well as the others, in a third of their time.
	z, err := flate.NewWriter(nil, flate.BestSpeed)
	for b := range p.work {
		if b.err = err; err == nil {
			b.err = deflate(z, b)
		}
		b.ready <- struct{}{}
	}
}

func deflate(z *flate.Writer, b *block) error {
	const slice = 32 << 10
	z.Reset(b)
	for raw := b.raw; len(raw) > 0; {
		n := min(slice, len(raw))
		if _, err := z.Write(raw[:n]); err != nil {
			return err
		}
		raw = raw[n:]
		cores.GiveWay()
	}
	if b.last {
		return z.Close()
	}
	return z.Flush()
}

// collect writes the packed blocks in order and gives them back. After an error it
// only gives back, so that nobody waits forever.
func (p *packer) collect(header *zip.FileHeader, out io.Writer, queue <-chan *block) {
	var first error
	sum := crc32.NewIEEE()
	for b := range queue {
		<-b.ready
		if first == nil {
			first = b.err
		}
		if first == nil {
			_, _ = sum.Write(b.raw)
			header.UncompressedSize64 += uint64(len(b.raw))
			header.CompressedSize64 += uint64(len(b.packed))
			_, first = out.Write(b.packed)
		}
		if first != nil {
			p.failed.Store(true)
		}
		p.free <- b
	}
	header.CRC32 = sum.Sum32()
	header.UncompressedSize = uint32(min(header.UncompressedSize64, 1<<32-1)) //nolint:staticcheck // what archive/zip writes below 4 GiB
	header.CompressedSize = uint32(min(header.CompressedSize64, 1<<32-1))     //nolint:staticcheck // likewise
	p.done <- first
}
