import {
  CAIXA_FAILURES,
  FIELD_MESSAGES,
  PEOPLE_MESSAGES,
  SCREEN_MESSAGES,
  WEBHOOK_MESSAGES,
} from "@malote/contract";
import type { fieldMessages, peopleMessages, webhookMessages } from "../texts/names/messages.ts";
import type { caixaFailures } from "../texts/names/notices.ts";
import type { screenMessages } from "../texts/names/screen-messages.ts";

type Sentences = Readonly<Record<string, string>>;
type Pattern = { expression: RegExp; translation: string };

/** The translations of the sentences that the server writes and a screen shows. */
export type ServerSentences = {
  fieldMessages: typeof fieldMessages;
  peopleMessages: typeof peopleMessages;
  screenMessages: typeof screenMessages;
  webhookMessages: typeof webhookMessages;
  caixaFailures: typeof caixaFailures;
};

/**
 * Reads sentences of the server in a language.
 * @returns a function from the Portuguese sentence, its values filled in, to its translation with the same
 * values; a sentence that it does not know stays as it is
 */
export function sentenceTranslator(translations: ServerSentences): (sentence: string) => string {
  const whole = new Map<string, string>();
  const patterns: Pattern[] = [];
  const add = (source: Sentences, translated: Sentences): void => {
    for (const [key, sentence] of Object.entries(source)) {
      const translation = translated[key] ?? sentence;
      if (/\{\w+\}/.test(sentence)) patterns.push({ expression: expressionOf(sentence), translation });
      else whole.set(sentence, translation);
    }
  };
  add(FIELD_MESSAGES, translations.fieldMessages);
  add(PEOPLE_MESSAGES, translations.peopleMessages);
  add(SCREEN_MESSAGES, translations.screenMessages);
  add(WEBHOOK_MESSAGES, translations.webhookMessages);
  add(CAIXA_FAILURES, translations.caixaFailures);
  return (sentence) => whole.get(sentence) ?? fillPattern(patterns, sentence) ?? sentence;
}

/** "A conta já tem {limite} tokens." → /^A conta já tem (?<limite>.+) tokens\.$/ */
function expressionOf(sentence: string): RegExp {
  const literal = sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, "(?<$1>.+)")}$`, "u");
}

function fillPattern(patterns: readonly Pattern[], sentence: string): string | null {
  for (const { expression, translation } of patterns) {
    const values = expression.exec(sentence)?.groups;
    if (values) return translation.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  }
  return null;
}
