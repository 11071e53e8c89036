#!/usr/bin/env python3
"""Makes common.txt, the passwords that are refused because everybody uses them.

    npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
    python3 make_common.py package/src/passwords.json

The list is lower-cased; compare a password with it in lower case. Only passwords of
8 to 128 characters are listed: others are refused for their length. See README.md.
"""

import json
import pathlib
import re
import sys

FROM_LEAKS = 6_500  # the most frequent ones of the public list
LEAST, MOST = 8, 128
ALLOWED = {"demo-2026!"}  # the password of the demo installation
PERSONAL = re.compile(r"[78]9\d{9}|.+@.+\..+")  # somebody's phone or address in the public list

RU = "йцукенгшщзхъфывапролджэячсмитьбюё"
EN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
ON_LATIN_KEYS = str.maketrans(RU, EN)
TRANSLIT = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
        "a b v g d e zh z i y k l m n o p r s t u f h c ch sh sch  y  e yu ya e".split(" "),
    )
)

# Words that Russian speakers like to make passwords of; names in front.
WORDS = """
александр александра алексей алексеевич алена алина алиса алла анастасия анатолий ангелина андрей анжелика
анна антон арина артем артур богдан борис вадим валентин валентина валерий валерия варвара василий вероника
виктор виктория виталий влад владимир владислав вячеслав галина георгий герман григорий даниил данил данила
дарья денис диана дима дмитрий евгений евгения егор екатерина елена елизавета захар иван игорь илья инна ирина
катюша катерина кирилл константин кристина ксения лариса леонид лиза людмила макар максим маргарита марина
мария матвей мила милана михаил настя наталья наташа никита николай оксана олег олеся ольга павел петр полина
роман руслан светлана семен сергей снежана софия станислав степан таня татьяна тимофей тимур ульяна федор
эдуард эльвира юлия юрий яна ярослав
пароль парольпароль привет приветик здравствуйте любовь любимая любимый люблю яютебялюблю ятебялюблю солнце
солнышко котенок котик кошка собака зайка зайчик малыш малышка мамочка мамапапа мама папа семья счастье
россия москва питер петербург спартак динамо локомотив зенит футбол хоккей машина мерседес компьютер интернет
телефон работа деньги свобода победа дракон ангел ангелочек принцесса королева император пацан братан
красавица красотка шоколад клубника апельсин мандарин морковка картошка капуста печенька пирожок
хорошо отлично супер суперпароль секрет секретно доступ неизвестно непомню забыл незнаю джедай матрица
октябрь ноябрь декабрь январь февраль сентябрь август весна лето осень зима понедельник пятница суббота
воскресенье радуга звезда звездочка ромашка березка снежинка снежок тигренок черепаха крокодил бегемот
обезьяна медведь медвежонок волчонок лисенок мышонок ежик попугай вертолет самолет корабль космос
""".split()

# The tritest of all.
TRITE = "пароль привет любовь россия москва доступ йцукен фывапр qwerty password parol".split()

# Words of this product and its users.
PRODUCT = """
студбонус профсоюз профком университет универ институт факультет студент студенты студентка председатель
оператор администратор админ бонус бонусы скидка скидки партнер партнеры стипендия общежитие общага
сессия деканат ректор кафедра диплом экзамен
studbonus studentbonus university univer universitet institute institut faculty student students chairman operator
administrator admin bonus discount partner profsoyuz profcom profkom campus college
""".split()

FEW = ["", "1", "123", "12345"]
MORE = FEW + ["12", "01", "77", "007", "111", "777", "1234", "123456", "!", "1!", "123!"]
NOW = [str(year) for year in range(2023, 2029)]  # people put the current year behind a word


def spellings(word):
    """The word in Cyrillic, typed in the Latin layout, and in Latin letters."""
    return {word, word.translate(ON_LATIN_KEYS), "".join(TRANSLIT.get(c, c) for c in word)}


def walks():
    """Neighbouring keys, repeated keys, counted digits."""
    rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"]
    for row in rows + ["qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзхъфывапролджэячсмитьбю", "abcdefghijklmnop", "абвгдеёжзийклмноп", "абвгдежзийклмноп"]:
        for line in (row, row[::-1]):
            for n in range(LEAST, len(line) + 1):
                yield line[:n]
            for n in range(4, 11):
                for tail in FEW + ["1234"]:
                    yield line[:n] + tail
    columns = ["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm"], ["1йфя", "2цыч", "3увс", "4кам", "5епи", "6нрт", "7гоь"]
    for column in columns:
        for i in range(len(column) - 1):
            yield column[i] + column[i + 1]
            yield column[i + 1] + column[i]
            yield "".join(c[1:] for c in column[i : i + 3])
        yield "".join(column[:3])
    for letters in ("qwertyuiop", "йцукенгшщз", "asdfghjkl", "фывапролд"):
        for n in (4, 5, 6):
            pairs = list(zip("1234567890", letters))[:n]
            yield "".join(d + c for d, c in pairs)
            yield "".join(c + d for d, c in pairs)
    for c in "0123456789" + "abcdefghijklmnopqrstuvwxyz" + "абвгдежзиклмнопрстуфхцчшщыэюя":
        for n in range(LEAST, 11):
            yield c * n
    for a in "0123456789":
        for b in "0123456789":
            yield (a + b) * 4
            yield (a + b) * 5
            yield a * 4 + b * 4
    for year in range(1950, 2031):
        yield f"{year}{year}"
        yield f"0101{year}"
        yield f"{year}0101"


def made():
    """Russian habits and product words."""
    yield from walks()
    for words, tails in ((WORDS, FEW), (TRITE, MORE + NOW), (PRODUCT, MORE + NOW)):
        for word in words:
            for spelling in spellings(word):
                for tail in tails:
                    yield spelling + tail


def main(leaked):
    def good(p):
        return LEAST <= len(p) <= MOST and p not in ALLOWED and " " not in p and not PERSONAL.fullmatch(p)

    words = {p for p in made() if good(p)}
    own = len(words)
    frequent = [p for p in dict.fromkeys(p.lower() for p in json.load(open(leaked, encoding="utf-8"))) if good(p)]
    words.update(frequent[:FROM_LEAKS])
    out = pathlib.Path(__file__).with_name("common.txt")
    out.write_text("\n".join(sorted(words)) + "\n", encoding="utf-8")
    print(own, "made,", len(words), "in all")


if __name__ == "__main__":
    main(*sys.argv[1:])
