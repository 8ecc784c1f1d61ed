import { API_TOKEN_GRACE_HOURS } from "@malote/contract";
import { Radio, Stack, Text } from "@mantine/core";
import * as z from "zod/mini";
import { showFormFailure } from "../../rpc/call/show-form-failure.ts";
import { type ApiToken, rotateApiToken, type TokenResult } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";
import { DrawerForm } from "../../ui/form/DrawerForm.tsx";
import { change } from "../../ui/form/field.ts";
import { useStoredForm } from "../../ui/form/use-stored-form.ts";

const texts = apiTexts.giro;
// `Object.entries` sorts keys that look like integers, which is the order wanted here.
const GRACE_OPTIONS = Object.entries(texts.opcoes);
const DISCARD_QUESTION = { ...apiTexts.gaveta.abandonar, destrutiva: true };

const schema = z.object({ graceHours: z.string() });
const VALUES = { graceHours: String(API_TOKEN_GRACE_HOURS) };

/** Rotates the secret of a token; the user selects how long the current one stays valid. */
export function RotateTokenForm(props: {
  token: ApiToken;
  onDirty: (dirty: boolean) => void;
  onDone: (result: TokenResult) => void;
  onCancel: () => void;
}): React.JSX.Element {
  const { token, onDirty, onDone, onCancel } = props;
  const form = useStoredForm({
    schema,
    values: VALUES,
    save: async ({ graceHours }) => onDone(await rotateApiToken(token.id, Number(graceHours))),
    onFailure: (error, form) => showFormFailure(error, form, () => undefined),
  });
  const expiringSecret = token.segredos.find(({ terminaEm }) => terminaEm !== null);
  return (
    <DrawerForm
      form={form}
      submitLabel={texts.girar}
      question={DISCARD_QUESTION}
      onDirty={onDirty}
      onCancel={onCancel}
    >
      <Text size="sm" fw={550}>
        {token.nome}
      </Text>
      <Text size="sm" c="var(--text-2)">
        {texts.texto}
      </Text>
      <Radio.Group
        label={texts.anterior}
        value={form.watch("graceHours")}
        onChange={(hours) => change(form, "graceHours", hours)}
      >
        <Stack gap={10} pt={4}>
          {GRACE_OPTIONS.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {expiringSecret && (
        <Text size="sm" fw={550} c="var(--warn-text)">
          {texts.terceiro(expiringSecret.mascara)}
        </Text>
      )}
    </DrawerForm>
  );
}
