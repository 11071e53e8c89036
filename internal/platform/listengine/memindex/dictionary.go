package memindex

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"studbonus/internal/platform/listquery"
)

const trigramLength = 3

// dictionary is the inverted index of the search texts: each distinct word with its posting list, and the long numbers
// apart (see digitIndex). Words are numbered in the order in which they are first seen.
type dictionary struct {
	ids      map[string]int32
	words    []string
	postings [][]int32          // word → slots, unordered
	trigrams map[string][]int32 // trigram → words that contain it
	sorted   []int32            // words in alphabetical order, for prefix search
	digits   digitIndex
	loading  bool    // bulk load: sorted is built at the end
	scratch  []int32 // reused by encode
}

func newDictionary() *dictionary {
	return &dictionary{ids: map[string]int32{}, trigrams: map[string][]int32{}}
}

// encode splits a search text into its words, as varint word numbers, and its long numbers. The index keeps only these
// of a row: the text would take several times the memory, and is in the database.
func (d *dictionary) encode(text string) (words []byte, digits string) {
	d.scratch = d.scratch[:0]
	for word := range strings.FieldsSeq(text) {
		if isLongNumber(word) && len(digits)+len(word)+1 <= digitRecord {
			digits += word + " "
			continue
		}
		id, known := d.ids[word]
		if !known {
			id = d.addWord(strings.Clone(word))
		}
		if !slices.Contains(d.scratch, id) {
			d.scratch = append(d.scratch, id)
			words = binary.AppendUvarint(words, uint64(id))
		}
	}
	return words, digits
}

// eachWord decodes what encode returned.
func eachWord(words []byte, use func(id int32)) {
	for len(words) > 0 {
		id, length := binary.Uvarint(words)
		use(int32(id))
		words = words[length:]
	}
}

func containsWord(words []byte, id int32) (found bool) {
	eachWord(words, func(w int32) { found = found || w == id })
	return found
}

// replace updates the posting lists of a slot from its old to its new words; nil adds or removes the slot. Words in
// both are skipped: removing a slot from the posting list of a common word is a linear scan.
func (d *dictionary) replace(slot int32, old, words []byte, digits string) {
	eachWord(old, func(id int32) {
		if containsWord(words, id) {
			return
		}
		list := d.postings[id]
		if i := slices.Index(list, slot); i >= 0 {
			last := len(list) - 1
			list[i] = list[last]
			d.postings[id] = list[:last]
		}
	})
	eachWord(words, func(id int32) {
		if !containsWord(old, id) {
			d.postings[id] = append(d.postings[id], slot)
		}
	})
	d.digits.set(slot, digits)
}

// bulkLoad runs load with sorting deferred, then sorts and compacts the dictionary.
func (d *dictionary) bulkLoad(load func() error) error {
	d.loading = true
	err := load()
	d.loading = false
	packLists(d.postings)
	d.packWords()
	d.digits.shrink()
	d.sorted = make([]int32, len(d.words))
	for id := range d.sorted {
		d.sorted[id] = int32(id)
	}
	slices.SortFunc(d.sorted, func(a, b int32) int { return strings.Compare(d.words[a], d.words[b]) })
	return err
}

// packWords moves all words into one string, for the same reason as packLists.
func (d *dictionary) packWords() {
	rest := strings.Join(d.words, "")
	d.ids = make(map[string]int32, len(d.words))
	for id, word := range d.words {
		d.words[id], rest = rest[:len(word)], rest[len(word):]
		d.ids[d.words[id]] = int32(id)
	}
}

// addWord adds a new word. Words are never removed: those without rows are few.
func (d *dictionary) addWord(word string) int32 {
	id := int32(len(d.words))
	d.ids[word] = id
	d.words = append(d.words, word)
	d.postings = append(d.postings, nil)
	for t := range trigramsOf(word) {
		d.trigrams[t] = append(d.trigrams[t], id)
	}
	if !d.loading {
		d.sorted = slices.Insert(d.sorted, d.firstFrom(word), id)
	}
	return id
}

// firstFrom returns the position in sorted of the first word that is not less.
func (d *dictionary) firstFrom(word string) int {
	return sort.Search(len(d.sorted), func(i int) bool { return d.words[d.sorted[i]] >= word })
}

func trigramsOf(word string) map[string]struct{} {
	runes := []rune(word)
	out := map[string]struct{}{}
	for i := 0; i+trigramLength <= len(runes); i++ {
		out[string(runes[i:i+trigramLength])] = struct{}{}
	}
	return out
}

// match returns the slots whose text matches all terms, as listquery.Matches defines it.
func (d *dictionary) match(terms []listquery.Term, slots int) bitmap {
	var all bitmap
	for i, t := range terms {
		found := newBitmap(slots)
		for _, s := range t.Spellings {
			d.collect(s, t.Prefix, found)
		}
		if i == 0 {
			all = found
		} else {
			all.and(found)
		}
	}
	return all
}

func (d *dictionary) collect(spelling string, prefix bool, into bitmap) {
	matching := d.wordsContaining
	if prefix {
		matching = d.wordsStartingWith
	}
	for _, id := range matching(spelling) {
		for _, slot := range d.postings[id] {
			into.set(slot)
		}
	}
	if listquery.Digits(spelling) == spelling && !prefix {
		d.digits.find(spelling, into)
	}
}

func (d *dictionary) wordsStartingWith(prefix string) []int32 {
	from := d.firstFrom(prefix)
	to := from
	for to < len(d.sorted) && strings.HasPrefix(d.words[d.sorted[to]], prefix) {
		to++
	}
	return d.sorted[from:to]
}

func (d *dictionary) wordsContaining(part string) []int32 {
	var out []int32
	for _, id := range d.candidates(part) {
		if strings.Contains(d.words[id], part) {
			out = append(out, id)
		}
	}
	return out
}

// candidates narrows the dictionary to the words with the rarest trigram of part.
func (d *dictionary) candidates(part string) []int32 {
	if utf8.RuneCountInString(part) < trigramLength {
		return d.sorted
	}
	var rarest []int32
	first := true
	for t := range trigramsOf(part) {
		if ids := d.trigrams[t]; first || len(ids) < len(rarest) {
			rarest, first = ids, false
		}
	}
	return rarest
}
