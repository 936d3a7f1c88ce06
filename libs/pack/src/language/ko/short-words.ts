/** Words of one syllable that may be written on to the word before them: 채널별, 주문한, 상품중, 높은순. Any other found there is a coincidence. */
export const JOINS = /^[별와과랑및외뺀순중한했할된됐씩것곳날합값수율률당전나]$/;
/** Those that may only end a word: 늘었어, 하나씩만좀. */
export const ENDS = /^[어좀줘데봐뿐돼몫]$/;
/** Words of one syllable that begin no longer word: 중단, 단가, 저가, 다수 and 표준 are words of their own. */
export const STANDS_ALONE = /^[내중단꼭딱첫금요나팀대좀줘야어그저표다자음쓴또더만몫봐데뭐]$/;
/** Words of one syllable after which only a particle may follow: 순, 분, 할 begin 순수, 분할 and 할당 too. */
export const ENDS_WITH_PARTICLE = /^[순할분된외뺀낸종해합곳것값날수당율률]$/;
/** Endings that make a noun of a noun (가구용, 고객측); after one syllable they are part of another word (책상, 월간). */
export const NOUN_TAIL = /^[상내간측쪽용분치적인들님도]$/;
