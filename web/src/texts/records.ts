// Texts of records, their replay, the check of the shuffle, the tours and the installed page.

import type { Language } from '../protocol/http';

export const RECORD_TEXTS = {
  // Records
  records: { ru: 'Мои партии', en: 'My matches' },
  no_records: {
    ru: 'Здесь появятся ваши сыгранные партии: каждую можно будет пересмотреть ход за ходом.',
    en: 'Your finished matches will stand here: each can be seen again move by move.',
  },
  more_records: { ru: 'Показать ещё', en: 'Show more' },
  import_record: { ru: 'Открыть запись из файла', en: 'Open a record from a file' },
  import_hint: {
    ru: 'Сервер проверит её по правилам и ничего не сохранит.',
    en: 'The server checks it by the rules and keeps nothing.',
  },
  import_empty: { ru: 'файл пуст', en: 'the file is empty' },
  import_large: { ru: 'файл больше {n} МБ', en: 'the file is larger than {n} MB' },
  import_outline: { ru: 'в нём нет мест или сдач', en: 'it has no seats or no deals' },
  import_first: {
    ru: 'В файле несколько партий, открыта первая',
    en: 'The file holds several matches, the first is open',
  },
  record_won: { ru: 'победа', en: 'won' },
  record_lost: { ru: 'поражение', en: 'lost' },
  record_stopped: { ru: 'остановлена', en: 'stopped' },
  record_shared: { ru: 'открыта по ссылке', en: 'shared by link' },
  record_played: { ru: 'Сыграна {date}', en: 'Played {date}' },
  record_from_file: { ru: 'Запись из файла', en: 'A record from a file' },
  record_winners: { ru: 'Победа: {names}', en: 'Won by {names}' },
  record_about: { ru: 'О партии', en: 'About the match' },
  record_gone: {
    ru: 'Запись из файла не сохраняется. Откройте файл ещё раз.',
    en: 'A record from a file is not kept. Open the file again.',
  },
  record_not_shown: { ru: 'Показать эту запись не получится', en: 'This record cannot be shown' },
  record_fault: { ru: 'Это не запись партии: {reason}', en: 'That is no record of a match: {reason}' },
  import_not_json: { ru: 'в файле не JSON, или он обрывается', en: 'the file is not JSON, or breaks off' },
  share_record: { ru: 'Открыть по ссылке', en: 'Share by a link' },
  share_hint: {
    ru: 'Сейчас партию видят только те, кто сидел за столом. По ссылке её увидит любой, у кого она есть.',
    en: 'Only those who sat at the table see the match now. With a link, whoever has it sees it.',
  },
  shared_hint: {
    ru: 'Партию видит каждый, у кого есть ссылка.',
    en: 'Whoever has the link sees the match.',
  },
  unshare_record: { ru: 'Закрыть ссылку', en: 'Close the link' },
  record_link: { ru: 'Ссылка на партию', en: 'Link to the match' },
  export_record: { ru: 'Сохранить в файл', en: 'Save to a file' },
  duplicate: { ru: 'Сыграть те же карты', en: 'Play the same cards' },
  duplicate_hint: {
    ru: 'Новый стол, где каждая сдача та же самая. Сядете на то же место или на чужое.',
    en: 'A new table where every deal is the same. Take the same seat, or another.',
  },
  duplicate_bots: { ru: 'С ботами', en: 'With bots' },
  see_again: { ru: 'Пересмотреть', en: 'See it again' },
  new_table_of: { ru: 'Новый стол: {game}', en: 'A new table: {game}' },
  // The replay
  replay: { ru: 'Просмотр партии', en: 'Replay' },
  to_first: { ru: 'В начало', en: 'To the beginning' },
  to_last: { ru: 'В конец', en: 'To the end' },
  step_back: { ru: 'Ход назад', en: 'A move back' },
  step_forward: { ru: 'Ход вперёд', en: 'A move forward' },
  auto_play: { ru: 'Показывать подряд', en: 'Play by itself' },
  auto_stop: { ru: 'Остановить', en: 'Stop' },
  deal: { ru: 'Сдача', en: 'Deal' },
  step_of: { ru: 'Ход {at} из {moves}', en: 'Move {at} of {moves}' },
  step_dealt: { ru: 'Начало сдачи', en: 'The deal begins' },
  eyes: { ru: 'За кого', en: 'Seen by' },
  eyes_watcher: { ru: 'зритель', en: 'a spectator' },
  open_hands: { ru: 'Открыть карты', en: 'Open cards' },
  // Fairness
  fairness: { ru: 'Честная тасовка', en: 'Fair shuffle' },
  fair_check: { ru: 'Проверка тасовки', en: 'Check of the shuffle' },
  fair_checking: { ru: 'Проверяем…', en: 'Checking…' },
  fair_unable: {
    ru: 'Браузер считает хеши только на https или на этом же компьютере. Запись можно проверить командой kozyr verify.',
    en: 'A browser computes hashes only on https or on this very machine. The record can be checked by kozyr verify.',
  },
  fair_good: { ru: 'Тасовка честная', en: 'The shuffle was fair' },
  fair_part: { ru: 'Проверена часть сдач', en: 'Some deals are checked' },
  fair_bad: { ru: 'Тасовка не сходится', en: 'The shuffle does not fit' },
  fair_none: { ru: 'Проверять нечего', en: 'There is nothing to check' },
  fair_none_hint: {
    ru: 'В записи нет доказательств: её играли не на сервере.',
    en: 'The record has no proofs: it was not played on a server.',
  },
  fair_good_hint: {
    ru: 'Сдач: {deals}. Этот браузер сам заново вытянул всё, что решал случай ({n}), и всё совпало.',
    en: 'Deals: {deals}. This browser drew anew all that chance decided ({n}), and all of it is the same.',
  },
  fair_bad_hint: {
    ru: 'Так бывает, когда запись изменили после игры или карты были не те, что обещаны.',
    en: 'This is so when a record was changed after the match, or its cards are not those committed to.',
  },
  fair_part_hint: {
    ru: 'Что проверено, сошлось, но не у всех сдач есть доказательства.',
    en: 'What was checked fits, but not all deals have proofs.',
  },
  fair_proved: {
    ru: 'Сходится: {n} {n|выбор|выбора|выборов}',
    en: 'Fits: {n} {n|draw|draws}',
  },
  fair_fits: { ru: 'Сходится', en: 'It fits' },
  fair_wait: {
    ru: 'Доказательство сдачи приходит, когда она окончена.',
    en: 'The proof of a deal comes when it is over.',
  },
  fair_later: {
    ru: 'Карты сверяются по записи партии, когда она окончена.',
    en: 'The cards are held against the record when the match is over.',
  },
  fair_proof_missing: { ru: 'Нет доказательства', en: 'There is no proof' },
  fair_proof_later: { ru: 'Прервана, доказательства ещё нет', en: 'Stopped, there is no proof yet' },
  fair_proof_broken: {
    ru: 'Доказательство не читается: поле {field}',
    en: 'The proof cannot be read: field {field}',
  },
  fair_other_deal: {
    ru: 'Доказательство от сдачи {found}, а должно быть от {should}',
    en: 'The proof is of deal {found}, it should be of deal {should}',
  },
  fair_other_table: {
    ru: 'Стол в доказательстве «{found}», а в первом «{should}»',
    en: 'The table in the proof is “{found}”, in the first one “{should}”',
  },
  fair_secret_again: {
    ru: 'Секрет тот же, что в сдаче {n}',
    en: 'The secret is the same as in deal {n}',
  },
  fair_other_commitment: {
    ru: 'Обещание не равно SHA-256 секрета',
    en: 'The commitment is not the SHA-256 of the secret',
  },
  fair_hash_missing: {
    ru: 'Место {seat}: байты есть, а хеша не было',
    en: 'Seat {seat}: there are bytes without a hash',
  },
  fair_other_hash: {
    ru: 'Место {seat}: хеш не от этих байтов',
    en: 'Seat {seat}: the hash is not of these bytes',
  },
  fair_withheld: {
    ru: 'Место {seat} прислало хеш и не раскрыло байты',
    en: 'Seat {seat} sent a hash and did not reveal its bytes',
  },
  fair_other_card: {
    ru: 'Выбор {draw} ({step}): карта {place} должна быть {should}, а записана {found}',
    en: 'Draw {draw} ({step}): card {place} should be {should}, it is {found}',
  },
  fair_other_number: {
    ru: 'Выбор {draw} ({step}): карт должно быть {should}, а записано {found}',
    en: 'Draw {draw} ({step}): there should be {should} cards, there are {found}',
  },
  fair_other_outcome: {
    ru: 'Выбор {draw} ({step}): должно быть место {should}, а записано {found}',
    en: 'Draw {draw} ({step}): it should be seat {should}, it is {found}',
  },
  fair_other_fall: {
    ru: 'Выбор {draw} ({step}): ход {n} должен был кончиться иначе',
    en: 'Draw {draw} ({step}): move {n} should have come out otherwise',
  },
  fair_more_shuffles: {
    ru: 'Записано лишних тасовок: {n}',
    en: 'Shuffles too many in the record: {n}',
  },
  fair_simulated: {
    ru: '{step}: {n} {n|исход|исхода|исходов} здесь не проверить, решали физика или сервер',
    en: '{step}: {n} {n|outcome|outcomes} cannot be checked here, bodies or the server decided',
  },
  fair_not_replayed: {
    ru: 'Запись не по правилам. {reason}',
    en: 'The record is not by the rules. {reason}',
  },
  fair_unseen: {
    ru: 'Этой сдачи вы не видели на этом устройстве: обещание взято из записи',
    en: 'You did not see this deal on this device: the commitment is taken from the record',
  },
  fair_seen: {
    ru: 'Обещание то же, что вы видели до сдачи',
    en: 'The commitment is the one you saw before the deal',
  },
  fair_own_used: {
    ru: 'Обещание то же, что вы видели, и ваши байты в тасовке',
    en: 'The commitment is the one you saw, and your bytes are in the shuffle',
  },
  fair_own_late: {
    ru: 'Обещание то же, что вы видели, а ваши байты в тасовку не попали: они пришли поздно',
    en: 'The commitment is the one you saw, but your bytes came too late for the shuffle',
  },
  fair_seen_commitment: {
    ru: 'Вы видели до сдачи другое обещание',
    en: 'You saw another commitment before the deal',
  },
  fair_seen_hash: {
    ru: 'Место {seat}: вы видели другой хеш',
    en: 'Seat {seat}: you saw another hash',
  },
  fair_seen_bytes: {
    ru: 'Место {seat}: вы видели другие байты',
    en: 'Seat {seat}: you saw other bytes',
  },
  fair_commitment_changed: {
    ru: 'Обещание подменили, пока собирали байты',
    en: 'The commitment was changed while bytes were gathered',
  },
  fair_hash_changed: { ru: 'Чей-то хеш подменили', en: 'Somebody’s hash was changed' },
  fair_bytes_changed: { ru: 'Чьи-то байты подменили', en: 'Somebody’s bytes were changed' },
  fair_details: { ru: 'Сдача {n}: подробности', en: 'Deal {n}: the details' },
  fair_commitment: { ru: 'Обещание сервера (SHA-256)', en: 'The server’s commitment (SHA-256)' },
  fair_secret: { ru: 'Секрет, раскрыт после сдачи', en: 'The secret, told after the deal' },
  fair_bytes: { ru: 'Байты игроков', en: 'The players’ bytes' },
  fair_bytes_none: { ru: 'не участвовал', en: 'had no part' },
  fair_bytes_withheld: { ru: 'хеш есть, байты не раскрыты', en: 'a hash, but no bytes' },
  fair_bytes_own: { ru: 'ваши', en: 'yours' },
  fair_how: { ru: 'Как это устроено', en: 'How it works' },
  fair_how_1: {
    ru: 'До каждой сдачи сервер загадывает секрет и показывает всем его отпечаток: обещание.',
    en: 'Before each deal the server takes a secret and shows everybody its fingerprint, the commitment.',
  },
  fair_how_2: {
    ru: 'Ваш браузер добавляет к секрету 16 своих случайных байтов: сперва их отпечаток, потом сами байты.',
    en: 'Your browser adds 16 random bytes of its own to it: first their fingerprint, then the bytes.',
  },
  fair_how_3: {
    ru: 'Карты тасуют по секрету и всем байтам вместе. Выбрать порядок карт не может никто.',
    en: 'The cards are shuffled by the secret and all the bytes together. Nobody can choose their order.',
  },
  fair_how_4: {
    ru: 'После сдачи секрет раскрывают, и ваш браузер сам перетасовывает колоду заново и сверяет карты.',
    en: 'After the deal the secret is told, and your browser shuffles the pack anew and compares the cards.',
  },
  fair_proves: { ru: 'Что это доказывает', en: 'What it proves' },
  fair_proves_1: {
    ru: 'Секрет закрепили раньше, чем сервер узнал чьи-либо байты; менять карты по ходу игры нельзя.',
    en: 'The secret was fixed before the server knew anybody’s bytes; no card can be changed in play.',
  },
  fair_proves_2: {
    ru: 'Если ваши байты в тасовке, никто не выбирал вам карты.',
    en: 'If your bytes are in the shuffle, nobody chose your cards.',
  },
  fair_proves_not: { ru: 'Чего не доказывает', en: 'What it does not prove' },
  fair_proves_not_1: {
    ru: 'Что сервер не подглядывает: он знает секрет и может кому-нибудь подсказать.',
    en: 'That the server does not look: it knows the secret and could tell somebody.',
  },
  fair_proves_not_2: {
    ru: 'Что место, раскрывшее или утаившее байты последним, не сговорилось с сервером. Утаённое видно в проверке.',
    en: 'That a seat which withheld its bytes was not in league with the server. What is withheld is shown here.',
  },
  fair_proves_not_3: {
    ru: 'Опасность карт шалашика считает сервер; её пересчитывает команда kozyr verify.',
    en: 'The risk of the cards under a hut is told by the server; kozyr verify computes it anew.',
  },
  fair_try: {
    ru: 'Откройте любую свою партию или запись из файла: проверка стоит рядом с ней.',
    en: 'Open any match of yours or a record from a file: the check stands beside it.',
  },
  chance_lot: { ru: 'жребий', en: 'lot' },
  chance_shuffle: { ru: 'тасовка', en: 'shuffle' },
  // Tours
  learn: { ru: 'Первая игра', en: 'A first game' },
  learn_offer: {
    ru: 'Впервые играете?',
    en: 'Your first game?',
  },
  learn_show: { ru: 'Показать', en: 'Show it' },
  learn_no: { ru: 'Сразу играть', en: 'Play at once' },
  learn_skip: { ru: 'Пропустить', en: 'Skip' },
  learn_next: { ru: 'Дальше', en: 'Next' },
  learn_step: { ru: '{at} из {count}', en: '{at} of {count}' },
  draw_trumps: {
    ru: 'Козыри от старшего к младшему: четыре дамы, четыре вальта, затем трефы.',
    en: 'Trumps from the highest: four queens, four jacks, then clubs.',
  },
  draw_boards: {
    ru: 'Табло из двух шестёрок: видно столько глаз, сколько выиграно, два за пару. Двенадцать глаз — победа.',
    en: 'The board of two sixes: as many eyes show as were won, two a pair. Twelve eyes win the match.',
  },
  draw_board: { ru: 'Пар: {n}, глаз: {eyes}', en: 'Pairs: {n}, eyes: {eyes}' },
  draw_thirty_one: {
    ru: 'Считают карты одной масти: туз 11, картинки и десятка по 10. Здесь тридцать одно.',
    en: 'Cards of one suit are counted: an ace 11, court cards and tens 10. This is thirty-one.',
  },
  draw_drain: {
    ru: 'Три открытые карты одной масти или одного роста: слив. Их уносят в отбой и открывают новые.',
    en: 'Three open cards of one suit or one rank are drained: they go to the discard and new ones are opened.',
  },
  draw_combinations: {
    ru: 'Старше всего небитка, три шестёрки; за ней три лба, три туза.',
    en: 'The highest hand is three sixes; after it come three aces.',
  },
  draw_hut: {
    ru: 'Шалашик из пяти карт на куче. Тянут карту, у которой виден угол.',
    en: 'A hut of five cards on the heap. A card is pulled that shows a corner.',
  },
  draw_beating: {
    ru: 'Бьют той же мастью, но старше: девятку червей бьёт дама червей.',
    en: 'A card is beaten by a higher one of its suit: the queen of hearts beats the nine of hearts.',
  },
  // The installed page
  offline_title: { ru: 'Нет связи с сервером', en: 'There is no connection to the server' },
  offline_hint: {
    ru: 'Карты раздаёт сервер, без него играть не получится. Страница попробует снова, как только появится сеть.',
    en: 'The server deals the cards, and nobody can play without it. The page tries again as soon as there is a network.',
  },
  new_version: { ru: 'Вышла новая версия страницы', en: 'There is a new version of the page' },
  update_now: { ru: 'Обновить', en: 'Update' },
  later: { ru: 'Позже', en: 'Later' },
  notify: { ru: 'Уведомлять о моём ходе', en: 'Tell me when it is my turn' },
  notify_hint: {
    ru: 'Пока страница открыта, но не на виду.',
    en: 'While the page is open, but out of sight.',
  },
  notify_denied: {
    ru: 'Браузер не разрешает уведомления этой странице',
    en: 'The browser does not let this page notify',
  },
} as const satisfies Record<string, Record<Language, string>>;
