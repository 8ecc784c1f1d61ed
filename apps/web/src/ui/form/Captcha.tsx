import { Checkbox, CheckIcon, Loader } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { captchaTexts as texts } from "../../texts/site/public-pages.ts";
import { errorOf } from "./field.ts";

const LABELS = {
  vazio: texts.rotulo,
  verificando: texts.verificando,
  verificado: texts.verificado,
  falhou: texts.rotulo,
};
type CaptchaState = keyof typeof LABELS;

/**
 * A checkbox that solves the captcha in a worker; between its two states it spins.
 * @param autoStart starts without a click, once the user is in the form
 * @param validMs how long a solution is kept, in ms
 */
export function Captcha(props: {
  solve: () => Promise<string>;
  validMs: number;
  onChange: (captcha: string | null) => void;
  error?: string | undefined;
  autoStart?: boolean;
}): React.JSX.Element {
  const { solve, validMs, onChange, error, autoStart = false } = props;
  const [state, setState] = useState<CaptchaState>("vazio");
  const latest = useRef({ solve, onChange });
  latest.current = { solve, onChange };
  const begin = useCallback(async (): Promise<void> => {
    setState("verificando");
    try {
      latest.current.onChange(await latest.current.solve());
      setState("verificado");
    } catch {
      setState("falhou");
    }
  }, []);
  useEffect(() => {
    if (autoStart && state === "vazio") void begin();
  }, [autoStart, state, begin]);
  useEffect(() => {
    if (state !== "verificado") return;
    const timer = setTimeout(() => {
      latest.current.onChange(null);
      setState("vazio");
    }, validMs);
    return () => clearTimeout(timer);
  }, [state, validMs]);
  const problem = error ?? (state === "falhou" ? texts.falhou : undefined);
  return (
    <Checkbox
      size="md"
      label={<span aria-live="polite">{LABELS[state]}</span>}
      description={problem === undefined ? texts.dica : undefined}
      error={problem && <span role="alert">{problem}</span>}
      aria-invalid={problem === undefined ? undefined : true}
      checked={state === "verificado"}
      indeterminate={state === "verificando"}
      disabled={state === "verificando"}
      icon={({ indeterminate, className }) =>
        indeterminate ? (
          <Loader className={className} color="currentColor" />
        ) : (
          <CheckIcon className={className} />
        )
      }
      onChange={() => {
        if (state !== "verificado") void begin();
      }}
    />
  );
}

/** The captcha of a form; it starts once the user has changed another field. */
export function FormCaptcha<V extends { captcha: string }>(props: {
  form: UseFormReturn<V>;
  solve: () => Promise<string>;
  validMs: number;
}): React.JSX.Element {
  const form = props.form as unknown as UseFormReturn<{ captcha: string }>;
  return (
    <Captcha
      solve={props.solve}
      validMs={props.validMs}
      autoStart={form.formState.isDirty}
      error={errorOf(form, "captcha")}
      onChange={(solved) => {
        form.setValue("captcha", solved ?? "");
        form.clearErrors("captcha");
      }}
    />
  );
}
