/** First syllables of the words things are counted with. */
export const COUNTER_HEAD = /[건개명번회곳달주분해가종군차위도년월일만억조천백십]/;
/** Last syllables of numerals written out. */
export const NUMERAL_TAIL = /[한두세네넷몇나둘셋일이삼사오육칠팔구십백천만억조섯곱덟홉열]/;
