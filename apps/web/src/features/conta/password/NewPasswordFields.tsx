import {
  IconSquareRounded,
  IconSquareRoundedCheck,
  IconSquareRoundedMinus,
  IconSquareRoundedX,
} from "@tabler/icons-react";
import type { FieldError, Path, UseFormReturn } from "react-hook-form";
import { newPasswordTexts as texts } from "../../../texts/site/accounts.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import classes from "./NewPasswordFields.module.css";
import { checkPassword, RULES, type RuleState } from "./password-rules.ts";

export type PasswordValues = { senha: string; repetida: string };

const TOGGLE_LABELS = { show: texts.mostrar, hide: texts.esconder };
const STATE_ICONS = {
  cumprida: IconSquareRoundedCheck,
  falta: IconSquareRounded,
  servidor: IconSquareRoundedMinus,
  recusada: IconSquareRoundedX,
} as const satisfies Record<RuleState, unknown>;

/** A new password, typed twice, with the list of rules; each rule is ticked when it is met. */
export function NewPasswordFields<T extends PasswordValues>({
  form,
}: {
  form: UseFormReturn<T>;
}): React.JSX.Element {
  const [passwordName, repeatedName] = ["senha", "repetida"] as Path<T>[] as [Path<T>, Path<T>];
  const errors = form.formState.errors as Partial<Record<keyof PasswordValues, FieldError>>;
  const [password, repeated] = form.watch([passwordName, repeatedName]) as [string, string];
  const ruleStates = checkPassword(password, repeated, errors.senha?.message);
  return (
    <>
      <PasswordField
        {...form.register(passwordName)}
        label={texts.senha}
        error={errors.senha?.message}
        autoComplete="new-password"
        labels={TOGGLE_LABELS}
      />
      <PasswordField
        {...form.register(repeatedName)}
        label={texts.repetida}
        error={errors.repetida?.message}
        autoComplete="new-password"
        labels={TOGGLE_LABELS}
      />
      <div className={classes.regras}>
        <p id="regras-da-senha">{texts.regras.titulo}</p>
        <ul aria-labelledby="regras-da-senha">
          {RULES.map((rule) => (
            <Rule key={rule} rule={rule} state={ruleStates[rule]} />
          ))}
        </ul>
      </div>
    </>
  );
}

function Rule(props: { rule: (typeof RULES)[number]; state: RuleState }): React.JSX.Element {
  const { rule, state } = props;
  const Icon = STATE_ICONS[state];
  return (
    <li data-estado={state}>
      <Icon size={16} stroke={state === "cumprida" ? 1.8 : 1.6} aria-hidden="true" />
      {texts.regras[rule]}
      <span className="vh">{texts.estados[state]}</span>
    </li>
  );
}
