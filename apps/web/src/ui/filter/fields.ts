import { formatChave, formatDate, formatDocumento, formatInteger, formatReais } from "@malote/syntax";
import { formatPeriod, type Period, rangeOf, readPeriod } from "../date/period.ts";
import type { SelectOption } from "../form/SelectField.tsx";
import type { FilterField, InputDesign, Suggest } from "./filter-design.ts";
import {
  BOOLEAN_PARAM,
  DOCUMENTO_PARAM,
  formatRange,
  ID_PARAM,
  NUMBER_PARAM,
  oneOf,
  type ParamFormat,
  RANGE_PARAMS,
  type RangeParam,
  severalOf,
  splitRange,
  TEXT_PARAM,
  TRI_STATE_PARAM,
  type TriState,
} from "./filter-params.ts";

/** What every kind of field takes. A: the value as `request` receives it. */
type Spec<A, R> = {
  /** URL parameter. */
  param: string;
  /** Field name in the chip, and in the form unless `inputLabel` is longer. */
  label: string;
  inputLabel?: string;
  /** The part of the request; called only while the field restricts the list. */
  request?: (value: A) => R;
};

/** The sides of a range; an open side is undefined. */
type Sides = { de: string | undefined; ate: string | undefined };

/** A search text. */
export function textField<R extends object>(
  spec: Spec<string, R> & { hint?: string },
): FilterField<string, R> {
  const { label, hint } = spec;
  return makeField(spec, TEXT_PARAM, { input: { kind: "text", label, hint } });
}

/** A search text with suggestions. */
export function suggestField<R extends object>(
  spec: Spec<string, R> & { hint: string; suggest: Suggest },
): FilterField<string, R> {
  const { label, hint, suggest } = spec;
  return makeField(spec, TEXT_PARAM, { input: { kind: "suggest", label, hint, suggest } });
}

/** Part of the name of a participante; its input also fills the field of its CNPJ or CPF. */
export function partyField<R extends object>(
  spec: Spec<string, R> & { documento: { field: string; label: string }; suggest: Suggest },
): FilterField<string, R> {
  const { label, documento, suggest } = spec;
  return makeField(spec, TEXT_PARAM, { input: { kind: "party", label, documento, suggest } });
}

/** The CNPJ or CPF of a participante, whole or partial; the input of its name fills it. */
export function documentoField<R extends object>(spec: Spec<string, R>): FilterField<string, R> {
  return makeField(spec, DOCUMENTO_PARAM, {
    formatValue: (documento, nameOf) => {
      const name = nameOf(documento, "documento");
      return name === "" ? formatDocumento(documento) : `${name}, ${formatDocumento(documento)}`;
    },
    input: { kind: "documento" },
  });
}

/** An access key, whole or partial. */
export function chaveField<R extends object>(
  spec: Spec<string, R> & { hint: string },
): FilterField<string, R> {
  const { label, hint } = spec;
  return makeField(spec, DOCUMENTO_PARAM, {
    formatValue: formatChave,
    input: { kind: "chave", label, hint },
  });
}

/** An integer. */
export function integerField<R extends object>(spec: Spec<string, R>): FilterField<string, R> {
  return makeField(spec, NUMBER_PARAM, { input: { kind: "integer", label: spec.label } });
}

/** A range of integers or of amounts in reais. */
export function rangeField<R extends object>(
  spec: Spec<Sides, R> & { of: "inteiro" | "valor"; labels: { de: string; ate: string } },
): FilterField<RangeParam, R> {
  const { of, labels } = spec;
  const formatSide = (side: string): string =>
    of === "valor" ? formatReais(side) : formatInteger(Number(side));
  return makeField(withSides(spec), RANGE_PARAMS[of], {
    formatValue: (range) => formatRange(range, formatSide),
    input: { kind: "range", of, labels },
  });
}

/** A range of instants: each a day, with or without a time. */
export function instantsField<R extends object>(spec: Spec<Sides, R>): FilterField<RangeParam, R> {
  const { label, inputLabel = label } = spec;
  return makeField(withSides(spec), RANGE_PARAMS.instante, {
    formatValue: (range) => formatRange(range, formatInstant),
    input: { kind: "instants", label: inputLabel },
  });
}

/** A period of days: a preset, or two days. */
export function periodField<R extends object>(spec: Spec<Sides, R>): FilterField<Period, R> {
  const { label, inputLabel = label, request } = spec;
  const format: ParamFormat<Period> = { empty: "tudo", read: readPeriod, write: (value) => value };
  return {
    ...makeField<Period, R>({ param: spec.param, label }, format, {
      formatValue: formatPeriod,
      input: { kind: "period", label: inputLabel },
    }),
    toRequest: (period, today) => {
      const { de, ate } = rangeOf(period, today);
      return request?.({ de: de ?? undefined, ate: ate ?? undefined }) ?? {};
    },
  };
}

/** One of several values; `any` is the option for none. `optionOf`: a fuller name than that of its chip. */
export function choiceField<V extends string, R extends object>(
  spec: Spec<V, R> & {
    values: readonly V[];
    any: string;
    textOf: (value: V) => string;
    optionOf?: (value: V) => string;
  },
): FilterField<V | "", R> {
  const { label, inputLabel = label, values, any, textOf, optionOf = textOf, request } = spec;
  return makeField<V | "", R>(
    { param: spec.param, label, request: request && ((value) => request(value as V)) },
    oneOf(values),
    {
      formatValue: (value) => (value ? textOf(value) : ""),
      input: {
        kind: "choice",
        label: inputLabel,
        empty: { value: "", label: any },
        options: values.map((value) => ({ value, label: optionOf(value) })),
      },
    },
  );
}

/** Several of the given values. */
export function choicesField<V extends string | number, R extends object>(
  spec: Spec<V[], R> & { values: readonly V[]; textOf: (value: V) => string },
): FilterField<readonly V[], R> {
  const { label, inputLabel = label, values, textOf, request } = spec;
  return makeField<readonly V[], R>(
    { param: spec.param, label, request: request && ((chosen) => request([...chosen])) },
    severalOf(values),
    {
      formatValue: (chosen) => chosen.map(textOf).join(", "),
      input: {
        kind: "choices",
        label: inputLabel,
        options: values.map((value) => ({ value, label: textOf(value) })),
      },
    },
  );
}

/** A flag: yes, no or any. `texts` are its chips, `options` the words of the form. */
export function flagField<R extends object>(
  spec: Spec<boolean, R> & {
    texts: { sim: string; nao: string };
    options: { sim: string; nao: string; any: string };
  },
): FilterField<TriState, R> {
  const { label, inputLabel = label, texts, options, request } = spec;
  return makeField<TriState, R>(
    { param: spec.param, label, request: request && ((flag) => request(flag === "sim")) },
    TRI_STATE_PARAM,
    {
      formatValue: (flag) => (flag === "todos" ? "" : texts[flag]),
      input: {
        kind: "choice",
        label: inputLabel,
        empty: { value: "todos", label: options.any },
        options: [
          { value: "nao", label: options.nao },
          { value: "sim", label: options.sim },
        ],
      },
    },
  );
}

/** An extension of the list, off or on. */
export function switchField<R extends object>(
  spec: Spec<boolean, R> & { texts: { off: string; on: string } },
): FilterField<boolean, R> {
  const { label, texts } = spec;
  return makeField(spec, BOOLEAN_PARAM, {
    formatValue: () => texts.on,
    input: { kind: "switch", label, ...texts },
  });
}

/** The id of a record; its chip shows the name. Without `useOptions` only links set it. */
export function recordField<R extends object>(
  spec: Spec<string, R> & { any?: string; useOptions?: () => readonly SelectOption[] },
): FilterField<string, R> {
  const { label, any = "", useOptions } = spec;
  return makeField(spec, ID_PARAM, {
    formatValue: (id, nameOf) => nameOf(id),
    input: useOptions ? { kind: "record", label, any, useOptions } : { kind: "none" },
  });
}

function makeField<V, R extends object>(
  { param, label, request }: Spec<V, R>,
  format: ParamFormat<V>,
  rest: { input: InputDesign; formatValue?: FilterField<V, R>["formatValue"] },
): FilterField<V, R> {
  return {
    ...format,
    param,
    label,
    formatValue: format.write,
    toRequest: (value) => request?.(value) ?? {},
    ...rest,
  };
}

/** A field of a range, whose request receives its sides. */
function withSides<R>({ param, label, request }: Spec<Sides, R>): Spec<RangeParam, R> {
  if (!request) return { param, label };
  return {
    param,
    label,
    request: (range) => {
      const { de, ate } = splitRange(range);
      return request({ de: de || undefined, ate: ate || undefined });
    },
  };
}

function formatInstant(instant: string): string {
  const [day = "", time] = instant.split("T");
  return time === undefined ? formatDate(day) : `${formatDate(day)} ${time}`;
}
