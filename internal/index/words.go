package index

import (
	"encoding/binary"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"studbonus/internal/list"
)

const (
	gramLength   = 3
	numberLength = 5 // digits from which a word counts as a number: nearly each row has its own
)

// words finds rows by the words of their text: a dictionary of the distinct words with the rows that
// have each, and the numbers of all rows.
type words struct {
	ids     map[string]int32
	list    []string
	rows    [][]int32 // by word: the slots that have it
	grams   map[string][]int32
	sorted  []int32 // words in alphabetical order, for prefixes
	numbers numbers
	loading bool // sorted comes at the end
	found   []int32
}

func newWords() *words {
	return &words{ids: map[string]int32{}, grams: map[string][]int32{}}
}

// code is what the index keeps of a row's text: the numbers of its words, two or three bytes each. The text itself
// would take several times as much, and is in the database.
func (w *words) code(text string) (code []byte, numbers string) {
	w.found = w.found[:0]
	for word := range strings.FieldsSeq(text) {
		if isNumber(word) && len(numbers)+len(word)+1 <= numberRoom {
			numbers += word + " "
			continue
		}
		id, known := w.ids[word]
		if !known {
			id = w.learn(strings.Clone(word))
		}
		if !slices.Contains(w.found, id) {
			w.found = append(w.found, id)
			code = binary.AppendUvarint(code, uint64(id))
		}
	}
	return code, numbers
}

func isNumber(word string) bool {
	return len(word) >= numberLength && word[0] >= '0' && word[0] <= '9' && list.Digits(word) == word
}

// each calls f with every word of a code.
func each(code []byte, f func(id int32)) {
	for len(code) > 0 {
		id, length := binary.Uvarint(code)
		f(int32(id))
		code = code[length:]
	}
}

// has tells whether a word is in a code.
func has(code []byte, word int32) (found bool) {
	each(code, func(id int32) { found = found || id == word })
	return found
}

// change makes a slot have the words of one code instead of those of another; empty codes add and remove it. Words in
// both stay: taking a slot out of a common word's rows looks through most of them.
func (w *words) change(slot int32, was, is []byte, numbers string) {
	each(was, func(id int32) {
		if has(is, id) {
			return
		}
		if i := slices.Index(w.rows[id], slot); i >= 0 {
			last := len(w.rows[id]) - 1
			w.rows[id][i] = w.rows[id][last]
			w.rows[id] = w.rows[id][:last]
		}
	})
	each(is, func(id int32) {
		if !has(was, id) {
			w.rows[id] = append(w.rows[id], slot)
		}
	})
	w.numbers.set(slot, numbers)
}

// load runs a loading during which new words are not put into their order one by one.
func (w *words) load(rows func() error) error {
	w.loading = true
	err := rows()
	w.loading = false
	pack(w.rows)
	w.packTexts()
	w.numbers.text, w.numbers.grams = fitted(w.numbers.text), fitted(w.numbers.grams)
	w.sorted = make([]int32, len(w.list))
	for id := range w.sorted {
		w.sorted[id] = int32(id)
	}
	slices.SortFunc(w.sorted, func(a, b int32) int { return strings.Compare(w.list[a], w.list[b]) })
	return err
}

// packTexts does for the words what pack does for lists.
func (w *words) packTexts() {
	var all strings.Builder
	for _, word := range w.list {
		all.WriteString(word)
	}
	rest := all.String()
	w.ids = make(map[string]int32, len(w.list))
	for id, word := range w.list {
		w.list[id], rest = rest[:len(word)], rest[len(word):]
		w.ids[w.list[id]] = int32(id)
	}
}

// learn adds a new word. Words that no row has any more stay: they are few and find nothing.
func (w *words) learn(word string) int32 {
	id := int32(len(w.list))
	w.ids[word] = id
	w.list = append(w.list, word)
	w.rows = append(w.rows, nil)
	for gram := range grams(word) {
		w.grams[gram] = append(w.grams[gram], id)
	}
	if w.loading {
		return id
	}
	at := sort.Search(len(w.sorted), func(i int) bool { return w.list[w.sorted[i]] >= word })
	w.sorted = slices.Insert(w.sorted, at, id)
	return id
}

// grams are the distinct runs of three letters of a word.
func grams(word string) map[string]struct{} {
	runes := []rune(word)
	out := map[string]struct{}{}
	for i := 0; i+gramLength <= len(runes); i++ {
		out[string(runes[i:i+gramLength])] = struct{}{}
	}
	return out
}

// match is the set of slots whose text matches all terms.
func (w *words) match(terms []list.Term, slots int) bitset {
	var all bitset
	for i, t := range terms {
		found := newBits(slots)
		for _, s := range t.Spellings {
			w.collect(s, t.Prefix, found)
		}
		if i == 0 {
			all = found
		} else {
			all.and(found)
		}
	}
	return all
}

func (w *words) collect(spelling string, prefix bool, into bitset) {
	for _, id := range w.candidates(spelling, prefix) {
		for _, slot := range w.rows[id] {
			into.set(slot)
		}
	}
	if list.Digits(spelling) == spelling && !prefix {
		w.numbers.find(spelling, into)
	}
}

// candidates are the words of the dictionary that hold the spelling, or begin with it.
func (w *words) candidates(spelling string, prefix bool) []int32 {
	if prefix {
		from := sort.Search(len(w.sorted), func(i int) bool { return w.list[w.sorted[i]] >= spelling })
		to := from
		for to < len(w.sorted) && strings.HasPrefix(w.list[w.sorted[to]], spelling) {
			to++
		}
		return w.sorted[from:to]
	}
	var out []int32
	for _, id := range w.rarestGram(spelling) {
		if strings.Contains(w.list[id], spelling) {
			out = append(out, id)
		}
	}
	return out
}

// rarestGram narrows the dictionary to the words that share the spelling's rarest run of letters.
func (w *words) rarestGram(spelling string) []int32 {
	if utf8.RuneCountInString(spelling) < gramLength {
		return w.sorted
	}
	var rarest []int32
	first := true
	for gram := range grams(spelling) {
		if ids := w.grams[gram]; first || len(ids) < len(rarest) {
			rarest, first = ids, false
		}
	}
	return rarest
}
