import type { LanguageData } from '../text/lex.js';
import { filler } from './en/filler.js';
import { structure } from './en/structure.js';
import { time } from './en/time.js';

export const english: LanguageData = {
  lines: [...structure, ...time, ...filler],
  injection: [
    /\b(?:ignore|disregard|forget|override|bypass|skip)\b[^.?!]{0,40}\b(?:instruction|prompt|rule|guideline|polic|restriction|filter|direction|context|safety)/i,
    /\b(?:system|hidden|initial|developer)\s+(?:prompt|message|instruction)/i,
    /\b(?:your|the)\s+(?:system\s+)?(?:prompt|instructions|configuration|api key|credentials|secret|training data)\b/i,
    /\b(?:you are now|pretend (?:to be|you)|act as|role-?play|jailbreak|developer mode|do anything now|from now on you)\b/i,
    /\b(?:api[_ -]?keys?|passwords?|connection strings?|access tokens?|credentials|environment variables?)\b/i,
    /\b(?:pg_sleep|information_schema|pg_catalog|pg_shadow|xp_cmdshell|union\s+(?:all\s+)?select|or\s+1\s*=\s*1)\b/i,
    /;\s*(?:drop|delete|update|insert|truncate|alter|create|select|grant)\b/i,
    /<\s*(?:script|system|instructions?)\b|\[\s*(?:system|inst)\s*\]/i,
  ],
  write: [
    /^\W*(?:(?:please|pls|kindly|can you|could you|would you|i want (?:you )?to|i need (?:you )?to|go ahead and|now|let'?s|just)\W+)*(?:delete|erase|wipe|purge|truncate|update|modify|edit|alter|remove|drop)\b(?!\s+(?:(?:my|our|the|this|that|a|me|weekly|monthly)\s+)*(?:report|chart|list|graph|summary|dashboard|deck|slides?|spreadsheet|presentation|kpis?|memo|on\b|with\b|by\b))/i,
    /^\W*(?:(?:please|pls|kindly|can you|could you|would you|i want (?:you )?to|i need (?:you )?to|go ahead and|now|let'?s|just)\W+)*(?:insert|add|create|rename|overwrite|set|reset|mark|void|deactivate|activate|disable|grant|revoke|merge|restore|replace|move|convert|correct|fix|raise|lower|reduce|cut|assign|switch|close|approve|reopen|discontinue|apply|put|write|make)\b(?!\s+(?:a |an |me |the |up )?(?:report|chart|table|list|graph|sense|summary|comparison|ratio|total|to\b|in\b|between|by\b|rate|count|percentage|percent|up\b|from\b|cancelled|of\b))/i,
    /^\W*(?:(?:please|can you|could you|go ahead and|just)\W+)*(?:cancel|refund|change|increase|decrease|archive)\s+(?:all|every|each|any|the|this|that|these|those|it|them|orders?\s+(?:#|\d)|customers?\b|prices?\b|list\s+prices?)/i,
    // "Return the names of …" asks for them; what can be sent back is another matter.
    /^\W*(?:(?:please|can you|could you|go ahead and|just)\W+)*return\s+(?:it|them|(?:(?:all|every|each|any|the|this|that|these|those|my|our)\s+)+(?:\w+\s+)?(?:orders?|items?|products?|payments?|purchases?|goods)\b(?!\s+(?:that|which|with|and their|ids?|names?|numbers?|types?|counts?|titles?|codes?|dates?|descriptions?|prices?|whose)\b))/i,
    /\b(?:drop|truncate|alter)\s+(?:the\s+)?(?:\w+\s+)?table\b/i,
    /\b(?:delete|insert|update)\s+(?:from|into)\b/i,
    /\b(?:and|then|also)\s+(?:delete|remove|erase|update|drop|truncate|insert|overwrite|set)\s+(?:them|it|the|all|every|those|these)\b/i,
    /\bupdate\b(?!\s+(?:(?:my|our|the|this|that|a)\s+)*(?:report|dashboard|deck|slides?|spreadsheet|presentation)).{0,60}\b(?:to|set)\b/i,
  ],
  people: [
    /\b[A-Z][a-z]+ (?:[A-Z]\. )?[A-Z][a-z]+(?:'s)?\b/,
    /\b[A-Z][a-z]+'s (?=grade|gpa|score|record|transcript|address|salary)/i,
  ],
  preambles: [
    /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b[^,.:;!?]*[,.:;!]\s*/i,
    /^\s*(?:i am|i'm|i work|we are|we're|as an?|my (?:boss|manager|team|colleague)|this is|i need to|i have to|i want to|we need to)\b[^,.:;!?]*[,.:;]\s*/i,
    /^\s*for (?:the|my|our|a|an|this|tomorrow's|today's|next)\b[^,.:;!?]*\b(?:meeting|report|deck|team|presentation|review|slides?|call|audit|board|boss|manager|newsletter|workshop|training|memo|dashboard|budget round|planning|session)s?\s*[,.:;]\s*/i,
    /^\s*(?:(?:hi|hello|hey)\b[^,.:;!?]*[,.:;!]\s*)?(?:the )?[a-z ]{0,24}\b(?:needs|wants|asked for|asks for|is asking for|requested|would like)\b\s*/i,
  ],
};
