/** A word things are counted with begins here: "두 개", "이천오백만", not "한 주문" or "이 개인". */
export const COUNTER_AHEAD = /^(?:건|개(?!인)|원(?![격인가료산본천래칙])|명|번(?!호)|회(?!원|사)|곳|달|불|주(?!문|소)|분(?:기)?|해(?!외|당)|가지|종|군데|차례|위|도시|년|월|일|만|억|조|천|백|십)/;
/** Last syllables of numerals written out. */
export const NUMERAL_TAIL = /[한두세네넷몇나둘셋일이삼사오육칠팔구십백천만억조섯곱덟홉열]/;
