import { Group, Text } from "@mantine/core";
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
import { checkPassword, RULES, type RuleState } from "./password-rules.ts";

export type PasswordValues = { senha: string; repetida: string };

const STATE_LOOKS = {
  cumprida: { icon: IconSquareRoundedCheck, color: "var(--done)" },
  falta: { icon: IconSquareRounded, color: "var(--text-3)" },
  servidor: { icon: IconSquareRoundedMinus, color: "var(--text-3)" },
  recusada: { icon: IconSquareRoundedX, color: "var(--bad-text)" },
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
        <Group component="ul" gap="4px 16px" mt={6} aria-labelledby="regras-da-senha">
          {RULES.map((rule) => (
            <Rule key={rule} rule={rule} state={ruleStates[rule]} />
          ))}
        </Group>
      </div>
    </>
  );
}

function Rule(props: { rule: (typeof RULES)[number]; state: RuleState }): React.JSX.Element {
  const { rule, state } = props;
  const { icon: Icon, color } = STATE_LOOKS[state];
  return (
    <Group component="li" gap={6} wrap="nowrap" c={state === "recusada" ? color : "var(--text-2)"}>
      <Icon size={16} stroke={1.6} color={color} aria-hidden="true" />
      {texts.regras[rule]}
      <span className="vh">{texts.estados[state]}</span>
    </Group>
  );
}
