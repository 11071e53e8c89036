package policy

import "studbonus/internal/platform/access"

// What the policy tests know about the areas; a new area adds its lines here.

// everyone are the roles of an area that is open to all.
var everyone = []access.Role{access.OperatorAll, access.OperatorStudent, access.OperatorUniver, access.Chairman}

// permissions is the table of rules 2.2, repeated on purpose: a change of permissions must be made in both places.
var permissions = map[access.Area][]access.Role{
	access.SignedIn:     everyone,
	access.Students:     {access.OperatorAll, access.OperatorStudent, access.Chairman},
	access.Applications: {access.OperatorAll, access.OperatorStudent, access.Chairman},
	access.Partners:     {access.OperatorAll, access.OperatorUniver, access.Chairman},
	access.Promotions:   {access.OperatorAll, access.OperatorUniver, access.Chairman},
	access.Reviews:      {access.OperatorAll, access.OperatorUniver, access.Chairman},
	access.News:         everyone,
	access.Structure:    {access.OperatorAll, access.OperatorStudent, access.Chairman},
	access.Statistics:   everyone,
	access.Knowledge:    {access.OperatorAll, access.OperatorStudent},
	access.RZDBonus:     {access.OperatorAll},
	access.Settings:     everyone,
	access.Attention:    everyone,
	access.Operators:    {},
	access.Journal:      {},
	access.Catalogues:   {},
}

// names are queries for an existing identifier, by the name of the parameter or field that takes it.
var names = map[string]string{
	"uuidUser":         "SELECT CAST(uuid AS TEXT) FROM students ORDER BY id LIMIT 1",
	"uuidCity":         "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1",
	"cities":           "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1",
	"uuidUniversity":   "SELECT CAST(uuid AS TEXT) FROM universities ORDER BY id LIMIT 1",
	"uuidDepartment":   "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id LIMIT 1",
	"uuidFaculty":      "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id LIMIT 1",
	"forFaculty":       "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id LIMIT 1",
	"uuidNews":         "SELECT CAST(n.uuid AS TEXT) FROM news n JOIN surveys s ON s.news_id = n.id WHERE n.level = 'federal' ORDER BY n.id LIMIT 1",
	"uuidPooling":      "SELECT CAST(uuid AS TEXT) FROM surveys ORDER BY id LIMIT 1",
	"uuidEvent":        "SELECT CAST(uuid AS TEXT) FROM events ORDER BY id LIMIT 1",
	"uuidPhoto":        "SELECT CAST(uuid AS TEXT) FROM news_photos ORDER BY id LIMIT 1",
	"uuidSpecialty":    "SELECT CAST(uuid AS TEXT) FROM specialties ORDER BY id LIMIT 1",
	"uuidPartner":      "SELECT CAST(p.uuid AS TEXT) FROM partners p WHERE EXISTS (SELECT 1 FROM complaints c WHERE c.partner_id = p.id) AND EXISTS (SELECT 1 FROM partner_photos f WHERE f.partner_id = p.id) ORDER BY p.id LIMIT 1",
	"uuidStock":        "SELECT CAST(uuid AS TEXT) FROM promotions WHERE codes_used > 0 ORDER BY id LIMIT 1",
	"uuidPromotion":    "SELECT CAST(p.uuid AS TEXT) FROM promotions p JOIN partners o ON o.id = p.partner_id WHERE p.status = 'active' AND o.status = 'active' AND p.end_date > '2026-11-15' ORDER BY p.id LIMIT 1",
	"uuidMainCity":     "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1",
	"uuidCategory":     "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1",
	"categories":       "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1",
	"uuidDiscount":     "SELECT CAST(uuid AS TEXT) FROM discounts ORDER BY id LIMIT 1",
	"uuidSalePoint":    "SELECT CAST(uuid AS TEXT) FROM trade_points ORDER BY id LIMIT 1",
	"uuidVacancy":      "SELECT CAST(uuid AS TEXT) FROM vacancies ORDER BY id LIMIT 1",
	"uuidImg":          "SELECT CAST(uuid AS TEXT) FROM partner_photos ORDER BY id LIMIT 1",
	"uuidComment":      "SELECT CAST(uuid AS TEXT) FROM reviews ORDER BY id LIMIT 1",
	"uuidComments":     "SELECT CAST(uuid AS TEXT) FROM reviews ORDER BY id LIMIT 1",
	"uuidAnswer":       "SELECT CAST(answer_uuid AS TEXT) FROM reviews WHERE answer_uuid IS NOT NULL ORDER BY id LIMIT 1",
	"uuidReview":       "SELECT CAST(uuid AS TEXT) FROM reviews WHERE status = 'public' ORDER BY id LIMIT 1",
	"uuidTemplate":     "SELECT CAST(uuid AS TEXT) FROM review_templates ORDER BY id LIMIT 1",
	"X-Uuid-Partner":   "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id LIMIT 1",
	"X-Uuid-Img":       "SELECT CAST(uuid AS TEXT) FROM partner_photos ORDER BY id LIMIT 1",
	"uuidOperator":     "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = 'student@demo.studbonus.ru'",
	"uuidView":         "SELECT CAST(v.uuid AS TEXT) FROM saved_views v JOIN operators o ON o.id = v.operator_id WHERE o.login = 'all@demo.studbonus.ru' ORDER BY v.id LIMIT 1",
	"list":             "SELECT 'news'",
	"uuidInto":         "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id DESC LIMIT 1",
	"uuidKnownFaculty": "SELECT CAST(uuid AS TEXT) FROM faculty_catalogue ORDER BY id LIMIT 1",
	"uuidKnowledge":    "SELECT CAST(uuid AS TEXT) FROM knowledge_categories ORDER BY id LIMIT 1",
	"number":           "SELECT CAST(max(seq) AS TEXT) FROM audit_log",
	"uuidQuestion":     "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id LIMIT 1",
	"self":             "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = 'all@demo.studbonus.ru'",
	"uuid":             "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id DESC LIMIT 1",
	"uuids":            "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id DESC LIMIT 1",
}

// meant maps calls with a plain {uuid} in the path to an entry of names, because calls on one path may expect different
// objects.
var meant = map[string]string{
	"PUT /v1/catalog/cities/{uuid}":                      "uuidCity",
	"DELETE /v1/catalog/cities/{uuid}":                   "uuidCity",
	"POST /v1/catalog/cities/{uuid}/merge":               "uuidCity",
	"PUT /v1/catalog/partner-categories/{uuid}":          "uuidCategory",
	"DELETE /v1/catalog/partner-categories/{uuid}":       "uuidCategory",
	"POST /v1/catalog/partner-categories/{uuid}/merge":   "uuidCategory",
	"PUT /v1/catalog/knowledge-categories/{uuid}":        "uuidKnowledge",
	"DELETE /v1/catalog/knowledge-categories/{uuid}":     "uuidKnowledge",
	"POST /v1/catalog/knowledge-categories/{uuid}/merge": "uuidKnowledge",
	"PUT /v1/catalog/faculties/{uuid}":                   "uuidKnownFaculty",
	"DELETE /v1/catalog/faculties/{uuid}":                "uuidKnownFaculty",
	"PUT /v1/salepoint/{uuid}":                           "uuidPartner",
	"DELETE /v1/salepoint/{uuid}":                        "uuidSalePoint",
	"GET /v1/vacancies/{uuid}":                           "uuidPartner",
	"PUT /v1/vacancies/{uuid}":                           "uuidVacancy",
	"DELETE /v1/vacancies/{uuid}":                        "uuidVacancy",
}

// marker is in every readable text of the other university.
const marker = "Чужоеслово"

// marked lists the texts of a university that no other university may see.
var marked = []string{
	"UPDATE students SET surname = ? WHERE university_id = ?",
	"UPDATE students SET status_reason = ? WHERE university_id = ? AND status IN ('blocked', 'rejected')",
	"UPDATE faculties SET name = ? || id WHERE university_id = ?",
	"UPDATE specialties SET name = ? || id WHERE faculty_id IN (SELECT id FROM faculties WHERE university_id = ?)",
	"UPDATE reviews SET body = ? WHERE university_id = ?",
	"UPDATE complaints SET body = ? WHERE university_id = ?",
	"UPDATE review_templates SET body = ? WHERE university_id = ?",
	"UPDATE news SET title = ? WHERE university_id = ? AND level = 'university'",
	"UPDATE operators SET patronymic = ? WHERE university_id = ?",
	"UPDATE saved_views SET name = ? WHERE university_id = ?",
}

// foreign are queries for identifiers of the other university, keyed like names.
var foreign = map[string]string{
	"uuidUser":      "SELECT CAST(uuid AS TEXT) FROM students WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidFaculty":   "SELECT CAST(uuid AS TEXT) FROM faculties WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidSpecialty": "SELECT CAST(s.uuid AS TEXT) FROM specialties s JOIN faculties f ON f.id = s.faculty_id WHERE f.university_id = ? ORDER BY s.id LIMIT 1",
	"uuidNews":      "SELECT CAST(uuid AS TEXT) FROM news WHERE university_id = ? AND level = 'university' ORDER BY id LIMIT 1",
	"uuidComment":   "SELECT CAST(uuid AS TEXT) FROM reviews WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidTemplate":  "SELECT CAST(uuid AS TEXT) FROM review_templates WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidOperator":  "SELECT CAST(uuid AS TEXT) FROM operators WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidView":      "SELECT CAST(uuid AS TEXT) FROM saved_views WHERE university_id = ? ORDER BY id LIMIT 1",
}

// savedForm is a call that saves a card. The test saves every field of its body with another value, reads the card and
// the history, and fails when a field is missing from either: a column forgotten in an UPDATE, in the answer or in the audit.
type savedForm struct {
	account string
	save    string // the route, as in the OpenAPI document
	thing   string // the entry of names that is saved
	id      string // the field of the body that names it, if the path does not
	isList  bool   // the body is a list of such forms
	parent  other  // the row whose card and history show it; "": itself
	card    string // path of the card with {} for the parent; "": the save's own path; of a list "PUT path"
	within  string // the object of the card that has the fields
	item    string // of lists, at any depth: the key of an item that has the thing's identifier
	history string // path of the history with {} for the parent
	values  map[string]any
	// shown and audited rename fields of the body; "-" skips a field, and the table says why.
	shown, audited map[string]string
}

// uploaded stands for a newly uploaded picture; the card must then show another link than before.
const uploaded = "(uploaded)"

// other is a query for any row but the current one.
type other string

var otherHours = func() (days []any) {
	for _, name := range []string{"Пн", "Вт", "Ср", "Чт", "Пт", "Сб", "Вс"} {
		days = append(days, map[string]any{"name": name, "startWork": "07:15", "endWork": "21:45"})
	}
	return days
}()

var savedForms = []savedForm{
	{
		account: "all", save: "PUT /v1/catalog/universities/{uuidUniversity}", thing: "uuidUniversity", history: "/v1/audit/university/{}",
		values: map[string]any{
			"shortName": "ИНОЙ", "fullName": "Иной университет", "inn": "5903003330", "address": "Иной адрес", "phone": "79031112233", "email": "other@proba.example",
			"boss": "Иной ректор", "contractEnd": "02.03.2028",
			"uuidCity": other("SELECT CAST(uuid AS TEXT) FROM cities WHERE id <> (SELECT city_id FROM universities WHERE uuid = ?) ORDER BY id LIMIT 1"),
		},
		audited: map[string]string{"uuidCity": "nameCity"},
	},
	{
		account: "all", save: "PUT /v1/student/{uuidUser}/university", thing: "uuidUser", card: "/v1/student/{}", within: "studentInfo", history: "/v1/audit/student/{}",
		values: map[string]any{
			"uuidUniversity": other("SELECT CAST(u.uuid AS TEXT) FROM universities u WHERE u.id <> (SELECT university_id FROM students WHERE uuid = ?) AND EXISTS (SELECT 1 FROM faculties f JOIN specialties p ON p.faculty_id = f.id WHERE f.university_id = u.id) ORDER BY u.id LIMIT 1"),
			"uuidFaculty": other(`SELECT CAST(f.uuid AS TEXT) FROM faculties f WHERE EXISTS (SELECT 1 FROM specialties p WHERE p.faculty_id = f.id)
				AND f.university_id <> (SELECT university_id FROM students WHERE uuid = ?) ORDER BY f.university_id, f.id LIMIT 1`),
			"uuidSpecialty": other(`SELECT CAST(p.uuid AS TEXT) FROM specialties p JOIN faculties f ON f.id = p.faculty_id
				WHERE f.university_id <> (SELECT university_id FROM students WHERE uuid = ?) ORDER BY f.university_id, f.id, p.id LIMIT 1`),
		},
		audited: map[string]string{"uuidUniversity": "nameUniversity", "uuidFaculty": "nameFaculty", "uuidSpecialty": "nameSpecialty"},
	},

	{
		account: "all", save: "PUT /v1/student/{uuidUser}", thing: "uuidUser", within: "studentInfo", history: "/v1/audit/student/{}",
		values: map[string]any{
			"surname": "Иноземцева", "name": "Ярослава", "patronymic": "Всеволодовна", "birthdate": "11.02.2003", "phone": "79031112233", "photo": uploaded,
			"course": 5, "startEducation": 2021, "endEducation": 2028,
			"uuidCity": other("SELECT CAST(uuid AS TEXT) FROM cities WHERE id <> (SELECT city_id FROM students WHERE uuid = ?) ORDER BY id LIMIT 1"),
			"uuidFaculty": other(`SELECT CAST(f.uuid AS TEXT) FROM faculties f JOIN students s ON s.university_id = f.university_id
				WHERE s.uuid = ? AND f.id <> s.faculty_id AND EXISTS (SELECT 1 FROM specialties p WHERE p.faculty_id = f.id) ORDER BY f.id LIMIT 1`),
			"uuidSpecialty": other(`SELECT CAST(p.uuid AS TEXT) FROM specialties p WHERE p.faculty_id = (SELECT f.id FROM faculties f JOIN students s ON s.university_id = f.university_id
				WHERE s.uuid = ? AND f.id <> s.faculty_id AND EXISTS (SELECT 1 FROM specialties p WHERE p.faculty_id = f.id) ORDER BY f.id LIMIT 1) ORDER BY p.id LIMIT 1`),
		},
		shown: map[string]string{"uuidUniversity": "-", "phone": "/phone"}, // the form cannot move a student
		// The history only says whether there is a photo, and this student had one before.
		audited: map[string]string{"uuidUniversity": "-", "photo": "-", "uuidCity": "nameCity", "uuidFaculty": "nameFaculty", "uuidSpecialty": "nameSpecialty"},
	},
	{
		account: "all", save: "PUT /v2/partner/{uuidPartner}", thing: "uuidPartner", history: "/v1/audit/partner/{}",
		values: map[string]any{
			"name": "Иное имя", "legalName": "ООО «Иное»", "inn": "7729082090", "phone": "79031112233", "email": "other@proba.example", "linkToSite": "https://other.example",
			"description": "<p>Иначе</p>", "logo": uploaded, "keyImg": uploaded,
			"socialNetworks": []any{
				map[string]any{"type": "vk", "link": "https://vk.com/other"}, map[string]any{"type": "instagram", "link": "https://instagram.com/other"},
				map[string]any{"type": "fb", "link": "https://facebook.com/other"}, map[string]any{"type": "twitter", "link": "https://twitter.com/other"},
			},
			"uuidMainCity": other("SELECT CAST(uuid AS TEXT) FROM cities WHERE id <> (SELECT main_city_id FROM partners WHERE uuid = ?) ORDER BY id LIMIT 1"),
			"category":     map[string]any{"uuidCategory": other("SELECT CAST(uuid AS TEXT) FROM partner_categories WHERE id <> (SELECT category_id FROM partners WHERE uuid = ?) ORDER BY id LIMIT 1")},
		},
		audited: map[string]string{"uuidMainCity": "nameMainCity", "socialNetworks": "vk instagram fb twitter"},
	},
	{
		account: "all", save: "PUT /v1/stock/{uuidStock}", thing: "uuidStock", history: "/v1/audit/stock/{}",
		values: map[string]any{
			"name": "Иное имя", "description": "<p>Иначе</p>", "dateBegin": "02.03.2026", "dateEnd": "03.04.2027", "winLimit": 3,
		},
		shown: map[string]string{"fileUrl": "-"}, // a job imports the codes
	},
	{
		account: "all", save: "PUT /v1/knowledge/question", thing: "uuidQuestion", id: "uuid", card: "/v1/knowledge/question/{}", history: "/v1/audit/question/{}",
		values: map[string]any{
			"question": "Иной вопрос?", "answer": "<p>Иной ответ.</p>",
			"uuidCategory": other("SELECT CAST(uuid AS TEXT) FROM knowledge_categories WHERE id <> (SELECT category_id FROM knowledge_questions WHERE uuid = ?) ORDER BY id LIMIT 1"),
		},
		shown:   map[string]string{"uuidCategory": "uuid_category"},
		audited: map[string]string{"uuidCategory": "nameCategory"},
	},
	{
		account: "all", save: "PUT /v1/news/{uuidNews}", thing: "uuidNews", history: "/v1/audit/news/{}",
		values: map[string]any{
			"title": "Иной заголовок", "content": "<p>Иначе</p>", "tags": []any{"иное"}, "messengers": []any{"vk"}, "forCourse": 2,
			"publishBegin": "2027-02-01 10:00", "publishEnd": "2027-03-01 10:00", "fixToDate": "2027-02-10 10:00", "rzdBonus": map[string]any{"link": "https://rzd-bonus.example/other"},
			"event": map[string]any{
				"title": "Иное событие", "description": "<p>Иначе</p>", "address": "Иной адрес", "date": "2027-02-15 12:00", "endDate": "2027-02-15 14:00",
				"endRegistration": "2027-02-14 12:00", "isView": true, "placesCount": 12,
			},
		},
		shown: map[string]string{
			"typeNews": "-", "forFaculty": "-", // federal news cannot change level or faculties
			"keyFiles": "-", // photos have their own calls
			"pooling":  "-", // already answered, so its questions are locked
		},
	},
	{
		account: "all", save: "PUT /v1/discount/{uuidDiscount}", thing: "uuidDiscount", card: "/v2/partner/{}", within: "discounts", item: "uuidDiscount", history: "/v1/audit/partner/{}",
		parent: "SELECT CAST(p.uuid AS TEXT) FROM partners p JOIN discounts d ON d.partner_id = p.id WHERE d.uuid = ?",
		values: map[string]any{"name": "Иная скидка", "description": "Иначе", "size": "33", "type": "free"},
	},
	{
		account: "all", save: "PUT /v1/vacancies/{uuid}", thing: "uuidVacancy", card: "/v1/vacancies/{}", item: "uuidVacancy", history: "/v1/audit/partner/{}",
		parent: "SELECT CAST(p.uuid AS TEXT) FROM partners p JOIN vacancies v ON v.partner_id = p.id WHERE v.uuid = ?",
		values: map[string]any{"title": "Иная вакансия", "description": "Иначе", "link": "https://other.example/job"},
	},
	{
		account: "all", save: "PUT /v2/partner/points/edit", thing: "uuidSalePoint", id: "uuidSalePoint", isList: true,
		card: "PUT /v1/salepoint/{}", item: "uuidSalePoint", history: "/v1/audit/partner/{}",
		parent:  "SELECT CAST(p.uuid AS TEXT) FROM partners p JOIN trade_points t ON t.partner_id = p.id WHERE t.uuid = ?",
		values:  map[string]any{"address": "Иная улица, 5", "timeWork": otherHours, "geo": map[string]any{"latitude": 55.5, "longitude": 37.5}},
		shown:   map[string]string{"workTime": "-", "version": "-"}, // they follow from the others
		audited: map[string]string{"timeWork": "workTime"},
	},
	{
		account: "all", save: "PUT /v1/comments/answer", thing: "uuidAnswer", id: "uuidAnswer", card: "/v1/comments/{}", within: "answerInfo", history: "/v1/audit/review/{}",
		parent: "SELECT CAST(uuid AS TEXT) FROM reviews WHERE answer_uuid = ?",
		values: map[string]any{"answer": "Иной ответ"},
	},
	{
		account: "all", save: "PUT /v1/comments/templates/{uuidTemplate}", thing: "uuidTemplate", card: "/v1/comments/templates", item: "uuidTemplate",
		values: map[string]any{"name": "Иная заготовка", "text": "Иной текст"},
	},
	{
		account: "all", save: "PUT /v1/views/{uuidView}", thing: "uuidView", card: "/v1/views?list=news", item: "uuidView",
		values: map[string]any{"name": "Иной вид", "query": "approve=blocked", "isShared": true},
	},
	{
		account: "all", save: "PUT /v1/hierarchy", thing: "uuidDepartment", id: "uuidDepartment", card: "/v1/hierarchy", item: "uuidDepartment",
		values: map[string]any{"nameDepartment": "Иной факультет", "specialties": []any{map[string]any{"nameSpecialty": "Иная специальность"}}},
		shown:  map[string]string{"specialties": "-"}, // each specialty is a row of its own
	},
	{
		account: "all", save: "PUT /v1/operators/{uuidOperator}/rights", thing: "uuidOperator", card: "/v1/operators/{}", history: "/v1/audit/operator/{}",
		values: map[string]any{
			"role": "operator_univer", "isChairman": true, "isAdmin": true,
			"uuidUniversity": other("SELECT CAST(uuid AS TEXT) FROM universities WHERE id <> (SELECT university_id FROM operators WHERE uuid = ?) ORDER BY id LIMIT 1"),
		},
		audited: map[string]string{"uuidUniversity": "shortNameUniversity"},
	},
	{
		account: "all", save: "PUT /operator/info", thing: "self", card: "/operator/info", within: "operatorInfo", history: "/v1/audit/operator/{}",
		values: map[string]any{"surname": "Иноземцева", "name": "Ярослава", "patronymic": "Всеволодовна", "job": "Иная должность", "phone": "79031112233"},
	},
}

// savedElsewhere lists the calls with a body that save no form of a card, and why.
var savedElsewhere = map[string][]string{
	"decides, and has tests of its own": {
		"PUT /v1/comments/status", "PUT /v1/comments/status/undo", "PUT /v1/comments/restore", "PUT /v1/news/status", "PUT /v1/operators/{uuidOperator}/status",
		"PUT /v1/partner/{uuidPartner}/status", "PUT /v1/stock/{uuidStock}/status", "PUT /v1/student/request/status", "PUT /v1/user/status", "PUT /v1/user/status/undo",
	},
	"asks": {
		"PUT /v1/city", "PUT /v1/find", "PUT /v1/journal", "PUT /v1/journal/people", "PUT /v1/news/reach", "PUT /v1/partner/filter/cities",
		"PUT /v1/salepoint/{uuidPartner}/{uuidCity}", "PUT /v1/stock/codes/find", "PUT /v1/univer", "PUT /v1/univer/filter/cities",
	},
	"has one value": {
		"PUT /v1/catalog/cities/{uuid}", "PUT /v1/catalog/faculties/{uuid}", "PUT /v1/catalog/knowledge-categories/{uuid}", "PUT /v1/catalog/partner-categories/{uuid}", "PUT /v1/catalog/regions/{code}",
		"PUT /v1/catalog/reasons/{kind}", "PUT /v1/second-factor", "PUT /v1/settings/keys", "PUT /v1/settings/start", "PUT /v1/student/{uuidUser}/account/unbind", "PUT /v1/views",
	},
	"is of a sign-in or a password": {
		"PUT /auth/invitation", "PUT /auth/invitation-accept", "PUT /auth/password", "PUT /auth/reset", "PUT /auth/reset-confirm", "PUT /v1/auth/confirm",
		"PUT /v1/auth/factor/confirm", "PUT /v1/auth/refreshtoken", "PUT /v1/auth/second",
	},
}
