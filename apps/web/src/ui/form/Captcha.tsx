import { Group, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { captchaTexts as texts } from "../../texts/site/public-pages.ts";
import { Spinner } from "../feedback/Spinner.tsx";
import classes from "./Captcha.module.css";
import { errorOf } from "./field.ts";

type CaptchaState = "vazio" | "verificando" | "verificado" | "falhou";

/**
 * A checkbox that solves the captcha in a worker; Mantine's Checkbox has no state between the two.
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
  const hint = useId();
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
    <Group gap="4px 12px" mih="var(--h-touch)">
      <Group component="label" gap={10} wrap="nowrap" pos="relative">
        <input
          className={classes.input}
          type="checkbox"
          checked={state === "verificado"}
          disabled={state === "verificando"}
          aria-describedby={hint}
          aria-invalid={problem === undefined ? undefined : true}
          onChange={() => {
            if (state !== "verificado") void begin();
          }}
        />
        <span className={classes.box} data-state={state} aria-hidden="true">
          {state === "verificando" && <Spinner size={18} />}
          {state === "verificado" && <IconCheck size={18} stroke={2} />}
        </span>
        <Text span size="md" fw={550} aria-live="polite">
          {state === "verificando"
            ? texts.verificando
            : state === "verificado"
              ? texts.verificado
              : texts.rotulo}
        </Text>
      </Group>
      <Text size="sm" id={hint} c={problem === undefined ? "dimmed" : "var(--bad-text)"}>
        {problem === undefined ? texts.dica : <span role="alert">{problem}</span>}
      </Text>
    </Group>
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
