package xlsx

import (
	"archive/zip"
	"hash/crc32"
	"io"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
)

// block is a chunk of a sheet that passes through the packer.
type block struct {
	raw    []byte
	packed []byte
	last   bool
	err    error
	ready  chan struct{}
}

// Write collects the compressed bytes.
func (b *block) Write(p []byte) (int, error) {
	b.packed = append(b.packed, p...)
	return len(p), nil
}

// packer compresses the blocks of a sheet in parallel and writes them in order. Each block ends with a flush, so that
// together they form one deflate stream. The number of blocks is fixed: it bounds the memory and gives backpressure,
// because take blocks until one is free.
type packer struct {
	free   chan *block
	work   chan *block
	group  sync.WaitGroup
	failed atomic.Bool

	queue chan *block // the blocks in output order
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

// begin starts an entry of the zip file. Sizes and checksum are in header after end.
func (p *packer) begin(header *zip.FileHeader, out io.Writer) {
	p.queue = make(chan *block, cap(p.free))
	p.done = make(chan error, 1)
	p.ended = false
	go p.collect(header, out, p.queue)
}

// take waits for a free block.
func (p *packer) take() *block {
	b := <-p.free
	if b.raw == nil {
		// Extra room: the size is checked only at the end of a row.
		b.raw = make([]byte, 0, blockSize+blockSize/8)
	}
	b.raw, b.packed, b.last = b.raw[:0], b.packed[:0], false
	return b
}

// send queues a filled block.
func (p *packer) send(b *block) {
	p.queue <- b
	p.work <- b
}

// end waits until the entry is written and returns its error. Further calls return the same error.
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
	// Level 1 compresses a table almost as well as higher levels in a third of the time.
	z, err := flate.NewWriter(nil, flate.BestSpeed)
	for b := range p.work {
		if b.err = err; err == nil {
			b.err = deflate(z, b)
		}
		b.ready <- struct{}{}
	}
}

func deflate(z *flate.Writer, b *block) error {
	z.Reset(b)
	if _, err := z.Write(b.raw); err != nil {
		return err
	}
	if b.last {
		return z.Close()
	}
	return z.Flush()
}

// collect writes the compressed blocks in order and frees them. After an error it only frees them, so that take does not
// block forever.
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
	header.UncompressedSize = uint32(min(header.UncompressedSize64, 1<<32-1)) //nolint:staticcheck // archive/zip needs it below 4 GiB
	header.CompressedSize = uint32(min(header.CompressedSize64, 1<<32-1))     //nolint:staticcheck // as above
	p.done <- first
}
