import { Text } from "@mantine/core";
import {
  IconSquareRounded,
  IconSquareRoundedCheck,
  IconSquareRoundedMinus,
  IconSquareRoundedX,
} from "@tabler/icons-react";
import type { UseFormReturn } from "react-hook-form";
import { newPasswordTexts as texts } from "../../../texts/site/accounts.ts";
import { errorOf, field } from "../../../ui/form/field.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import classes from "./NewPasswordFields.module.css";
import { checkPassword, RULES, type RuleState } from "./password-rules.ts";

export type PasswordValues = { senha: string; repetida: string };

const STATE_ICONS = {
  cumprida: IconSquareRoundedCheck,
  falta: IconSquareRounded,
  servidor: IconSquareRoundedMinus,
  recusada: IconSquareRoundedX,
} as const satisfies Record<RuleState, unknown>;

/** A new password, typed twice, with the list of rules; each rule is ticked when it is met. */
export function NewPasswordFields<T extends PasswordValues>(props: {
  form: UseFormReturn<T>;
}): React.JSX.Element {
  const form = props.form as unknown as UseFormReturn<PasswordValues>;
  const [password, repeated] = form.watch(["senha", "repetida"]);
  const ruleStates = checkPassword(password, repeated, errorOf(form, "senha"));
  return (
    <>
      <PasswordField {...field(form, "senha")} label={texts.senha} autoComplete="new-password" />
      <PasswordField {...field(form, "repetida")} label={texts.repetida} autoComplete="new-password" />
      <div>
        <Text size="xs" c="dimmed" id="regras-da-senha">
          {texts.regras.titulo}
        </Text>
        <ul className={classes.rules} aria-labelledby="regras-da-senha">
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
    <li data-state={state}>
      <Icon size={16} stroke={state === "cumprida" ? 1.8 : 1.6} aria-hidden="true" />
      {texts.regras[rule]}
      <span className="vh">{texts.estados[state]}</span>
    </li>
  );
}
