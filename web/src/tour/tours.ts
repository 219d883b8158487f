// A first game of each game: a short match that bots have played, and what is said where it stops.

import type { Language } from '../protocol/http';
import type { RecordData } from '../protocol/records';

/** The part of the table that a caption points at. */
export type Point = 'hand' | 'middle' | 'seats' | 'score';

export interface Caption {
  deal: number;
  step: number;
  point: Point;
  /** `{p0}` is the name of seat 0. */
  text: Readonly<Record<Language, string>>;
}

export interface Tour {
  /** Whose place the reader has. */
  seat: number;
  captions: readonly Caption[];
  record: () => Promise<RecordData>;
}

function said(deal: number, step: number, point: Point, ru: string, en: string): Caption {
  return { deal, step, point, text: { ru, en } };
}

const KOZEL: readonly Caption[] = [
  said(
    1,
    0,
    'seats',
    'Играют двое на двое. Ваш партнёр, {p3}, сидит напротив. В сдаче 120 очков, и выигрывает её тот, кто взял больше половины.',
    'Two play against two. {p3}, your partner, sits opposite. A deal has 120 points; whoever takes more than half wins it.',
  ),
  said(
    1,
    1,
    'hand',
    'Колоду сняли, раздали по восемь карт. Козыри отмечены: все дамы, все вальты и все трефы. Это одна масть, и у вас её шесть карт.',
    'The pack was cut and eight cards dealt to each. Trumps are marked: all queens, all jacks, all clubs. They are one suit, and you hold six of it.',
  ),
  said(
    1,
    7,
    'middle',
    'В первой сдаче ходят с туза бубён, он у партнёра. В масть класть обязательно. {p0} без бубён и кладёт козырь.',
    'The first deal begins with the ace of diamonds, which your partner has. One must follow suit. {p0} has no diamond and plays a trump.',
  ),
  said(
    1,
    8,
    'middle',
    'У вас бубён тоже нет. Ваш туз треф старше восьмёрки треф: взятку берёт старший козырь.',
    'You have no diamond either. Your ace of clubs is higher than the eight: the highest trump takes the trick.',
  ),
  said(
    1,
    9,
    'score',
    'Во взятке два туза, вам с партнёром 22 очка. Туз стоит 11, десятка 10, король 4, дама 3, валет 2.',
    'The trick holds two aces, 22 points for your side. An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2.',
  ),
  said(
    1,
    13,
    'middle',
    'Кто взял, тот и ходит. Вы пошли с туза червей и собрали десятку с королём: ещё 25.',
    'Whoever took leads. You led the ace of hearts and gathered the ten and the king: 25 more.',
  ),
  said(
    1,
    17,
    'middle',
    'Девятку червей соперники бьют козырями. Валет треф старше девятки треф: взятку берёт {p0}.',
    'Your opponents trump the nine of hearts. The jack of clubs is higher than the nine of clubs, so {p0} takes it.',
  ),
  said(
    1,
    25,
    'middle',
    'Козыри против козырей. Дама треф старше всех карт в колоде.',
    'Trumps against trumps. The queen of clubs is the highest card of all.',
  ),
  said(
    1,
    37,
    'middle',
    'Сдача ваша, 110 против 10. Соперники не взяли и 31 очка, за это вам две пары вместо одной.',
    'The deal is yours, 110 to 10. Your opponents have fewer than 31 points, so you win two pairs, not one.',
  ),
  said(
    2,
    0,
    'middle',
    'Пары отмечают на шестёрках: видно по два глаза за каждую. Кто откроет все двенадцать, выиграл матч.',
    'Pairs are kept on the sixes: each shows two eyes. Whoever shows all twelve has won the match.',
  ),
];

const THIRTY_ONE: readonly Caption[] = [
  said(
    1,
    0,
    'hand',
    'Это ваши три карты. Собирайте одну масть: туз стоит 11, картинки и десятка по 10, остальные сколько написано.',
    'These are your three cards. Gather one suit: an ace counts 11, court cards and tens 10, all others their number.',
  ),
  said(
    1,
    0,
    'middle',
    'Три карты на столе открыты, с ними и меняются. На кону фишки: каждый поставил по десять.',
    'Three cards lie open on the table, and those one swaps with. The pot holds ten chips of each player.',
  ),
  said(
    1,
    1,
    'middle',
    '{p1} меняет одну карту: король бубён лёг на стол, восьмёрка треф ушла в руку.',
    '{p1} swaps one card: the king of diamonds is on the table now, the eight of clubs in the hand.',
  ),
  said(
    1,
    2,
    'seats',
    '{p1} говорит «Пас»: рука годится. У остальных есть ещё по одному ходу.',
    '{p1} says “Pass”: the hand will do. Everybody else has one more turn.',
  ),
  said(
    1,
    3,
    'seats',
    '{p2} говорит «Не меняю». Теперь ход ваш.',
    '{p2} keeps all three cards. Now it is your turn.',
  ),
  said(
    1,
    4,
    'middle',
    'Вы меняете сразу две: даму и семёрку пик на короля и даму бубён. На столе сошлись три пики, это слив. Их унесли и открыли новые.',
    'You swap two at once: queen and seven of spades for king and queen of diamonds. Three spades lay on the table then: a drain. They are gone and new cards lie open.',
  ),
  said(
    1,
    5,
    'hand',
    'После слива можно поменять ещё. Шестёрка бубён к королю и даме: 10, 10 и 6, двадцать шесть.',
    'After a drain one may swap again. The six of diamonds joins king and queen: 10, 10 and 6, twenty-six.',
  ),
  said(
    1,
    6,
    'middle',
    'Круг замкнулся, руки открыты. {p1} собирает туза, валета и восьмёрку треф, двадцать девять, и забирает кон.',
    'The lap is closed and the hands are open. {p1} has ace, jack and eight of clubs, twenty-nine, and takes the pot.',
  ),
];

const SHALASHIK: readonly Caption[] = [
  said(
    1,
    0,
    'middle',
    'Карты рассыпаны кучей, на ней стоит шалашик из пяти карт. По очереди тянут карту, у которой виден угол.',
    'The cards lie in a heap, and a hut of five cards stands on it. In turn everybody pulls a card that shows a corner.',
  ),
  said(
    1,
    1,
    'hand',
    'Вы вытянули карту, шалашик стоит. Что это за карта, видите только вы.',
    'You have pulled a card and the hut stands. Only you see which card it is.',
  ),
  said(
    1,
    4,
    'middle',
    'Ещё круг, у вас две карты. Опаснее всего тянуть из-под стенок шалашика, спокойнее с краю.',
    'Another lap, and you have two cards. Those under the walls are the most dangerous, those at the edge the safest.',
  ),
  said(
    1,
    6,
    'seats',
    '{p2} тянет, и шалашик падает. Всё, что осталось, идёт в ту же руку, теперь в ней тридцать две карты.',
    '{p2} pulls, and the hut falls. All that is left goes to {p2}, who holds thirty-two cards now.',
  ),
  said(
    1,
    7,
    'middle',
    'Дальше отбиваются. {p2} начинает с мелкой карты, с шестёрки треф. Бить надо той же мастью и старше.',
    'Now cards are beaten off. {p2} leads a low card, the six of clubs. It is beaten by a higher card of its suit.',
  ),
  said(
    1,
    8,
    'hand',
    'Треф у вас не было, карту пришлось взять. Берут три верхние карты стопки или сколько есть.',
    'You had no club and had to take it. One takes the three upper cards of the pile, or as many as there are.',
  ),
  said(
    1,
    17,
    'middle',
    'Вот удачный ответ: {p2} бьёт валета бубён тузом и сразу ходит следующей картой, семёркой пик.',
    'Here is a good answer: {p2} beats the jack of diamonds with the ace and leads at once, the seven of spades.',
  ),
  said(
    1,
    18,
    'middle',
    'Теперь бьёте вы: восьмёрка пик старше семёрки.',
    'Now you beat: the eight of spades is higher than the seven.',
  ),
  said(
    1,
    22,
    'middle',
    'Ваша последняя карта вышла, сдача выиграна. Соперники складывают очки оставшихся карт, всю сумму пишут вам.',
    'Your last card is gone and the deal is won. The others add up the cards they still hold, and all of it is yours.',
  ),
];

const RECORDS = import.meta.glob<RecordData>('./records/*.json', { import: 'default' });

function tour(game: string, seat: number, captions: readonly Caption[]): Tour {
  const load = RECORDS[`./records/${game}.json`];
  if (load === undefined) throw new Error(`there is no example of ${game}`);
  return { seat, captions, record: load };
}

export const TOURS: Readonly<Record<string, Tour>> = {
  kozel: tour('kozel', 1, KOZEL),
  thirty_one: tour('thirty_one', 0, THIRTY_ONE),
  shalashik: tour('shalashik', 0, SHALASHIK),
};
