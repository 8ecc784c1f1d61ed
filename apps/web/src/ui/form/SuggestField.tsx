import { SUGGESTIONS_MAX } from "@malote/contract";
import { useEffect, useRef, useState } from "react";
import { ComboboxField, type Suggestion } from "./ComboboxField.tsx";
import { type FieldProps, useMask } from "./MaskedField.tsx";
import { MASKS, type Mask } from "./masks.ts";

/** How long the user must pause before suggestions are requested, in ms. */
const DEBOUNCE_MS = 200;
/** Shortest text for which suggestions are requested. */
const MIN_LENGTH = 2;

type Suggest = (searchKey: string, signal: AbortSignal) => Promise<Suggestion[]>;

const NO_MASK: Mask = { strip: (text) => text, format: (text) => text };

/**
 * A text field with suggestions; any other text may be typed as well. With a mask, `inputValue` has no
 * separators.
 */
export function SuggestField(
  props: FieldProps & {
    suggest: Suggest;
    onPick: (suggestion: Suggestion) => void;
    mask?: "documento";
    maxLength?: number;
  },
): React.JSX.Element {
  const { label, value: inputValue, onChange, onBlur, error, hint, suggest, onPick, mask, maxLength } = props;
  const format = mask ? MASKS[mask] : NO_MASK;
  const {
    ref,
    onChange: onMasked,
    value,
  } = useMask(format, format.format(inputValue), (masked) => onChange(format.strip(masked)));
  const { opcoes: options, procurar: search, parar: stop } = useSuggestions(suggest);
  return (
    <ComboboxField
      ref={ref}
      label={label}
      listLabel={label}
      value={String(value)}
      onType={(event) => {
        onMasked?.(event);
        search(format.strip(event.currentTarget.value));
      }}
      options={options}
      onPick={(suggestion) => {
        stop();
        onPick(suggestion);
      }}
      error={error}
      description={error ? undefined : hint}
      maxLength={maxLength}
      onBlur={onBlur}
    />
  );
}

/** Suggestions for the last typed text: an answer to an older text never shows. */
function useSuggestions(suggest: Suggest) {
  const [options, setOptions] = useState<Suggestion[]>([]);
  const pending = useRef<AbortController>(null);
  useEffect(() => () => pending.current?.abort(), []);
  const stop = (): void => {
    pending.current?.abort();
    setOptions([]);
  };
  const search = (text: string): void => {
    pending.current?.abort();
    const searchKey = text.trim();
    if (searchKey.length < MIN_LENGTH) {
      setOptions([]);
      return;
    }
    const controller = new AbortController();
    pending.current = controller;
    const { signal } = controller;
    const load = async (): Promise<void> => {
      // Suggestions are optional: without them the field works as plain text.
      const found = await suggest(searchKey, signal).catch((): Suggestion[] => []);
      if (!signal.aborted) setOptions(found.slice(0, SUGGESTIONS_MAX));
    };
    const timer = window.setTimeout(() => void load(), DEBOUNCE_MS);
    signal.addEventListener("abort", () => window.clearTimeout(timer));
  };
  return { opcoes: options, procurar: search, parar: stop };
}
