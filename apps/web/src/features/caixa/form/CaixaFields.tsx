import { type CaixaType, DELETE_AFTER_DAYS_MAX } from "@malote/contract";
import { Alert, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconBulb } from "@tabler/icons-react";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { providerHints, caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { SwitchField } from "../../../ui/form/Fields.tsx";
import { change, errorOf, field, VERBATIM } from "../../../ui/form/field.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { defaultPort, isImap, isUnencrypted } from "../caixa-types.ts";
import { CaixaOauthFields } from "./CaixaOauthFields.tsx";
import { type FormValues, isPasswordNeeded } from "./caixa-form-values.ts";
import {
  EMAIL_PROVIDERS,
  type EmailProvider,
  findProvider,
  guessProvider,
  oauthDefaults,
  scopeForType,
  serverOf,
} from "./email-providers.ts";

type FieldsProps = { form: UseFormReturn<FormValues>; savedCaixa: CaixaDetail | null };

const TYPE_GROUPS: readonly { group: string; tipos: readonly CaixaType[] }[] = [
  { group: texts.gruposTipo.tls, tipos: ["spop3", "imaps"] },
  { group: texts.gruposTipo.starttls, tipos: ["pop3-starttls", "imap-starttls"] },
  { group: texts.gruposTipo.aberto, tipos: ["pop3", "imap"] },
];
const TYPE_OPTIONS = TYPE_GROUPS.map(({ group, tipos }) => ({
  group,
  items: tipos.map((value) => ({ value, label: texts.tipos[value] as string })),
}));

/** The fields of a mailbox, the ones that users know best first. */
export function CaixaFields(
  props: FieldsProps & { isManager: boolean; passwordRefused: boolean },
): React.JSX.Element {
  const { form, savedCaixa, isManager, passwordRefused } = props;
  const { campos: t } = texts;
  const [autenticacao, tipo] = form.watch(["autenticacao", "tipo"]);
  const provider = useProvider(props);
  return (
    <>
      <IdentityFields form={form} provider={provider} isManager={isManager} />
      <ServerFields {...props} suggestedFor={provider.suggestedFor} />
      <NativeSelect
        {...field(form, "autenticacao")}
        label={t.autenticacao}
        data={Object.entries(t.autenticacoes).map(([value, label]) => ({ value, label }))}
      />
      {autenticacao === "senha" ? (
        <CaixaPasswordField {...props} isRefused={passwordRefused} />
      ) : (
        <CaixaOauthFields form={form} savedCaixa={savedCaixa} />
      )}
      {isImap(tipo) && (
        <TextInput
          {...field(form, "pasta", t.pastaDica)}
          label={t.pasta}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <PinnedCertificado form={form} />
      <DeletionFields form={form} />
    </>
  );
}

/** Description, user and provider of the mailbox. */
function IdentityFields(props: {
  form: UseFormReturn<FormValues>;
  provider: ReturnType<typeof useProvider>;
  isManager: boolean;
}): React.JSX.Element {
  const { form, provider, isManager } = props;
  const { campos: t } = texts;
  return (
    <>
      <TextInput {...field(form, "descricao", t.descricaoDica)} label={t.descricao} autoComplete="off" />
      <TextInput
        {...field(form, "usuario", t.usuarioDica, { onBlur: provider.suggest })}
        label={t.usuario}
        inputMode="email"
        {...VERBATIM}
      />
      <SelectField
        label={t.provedor}
        hint={t.provedorDica}
        disabled={!isManager}
        value={provider.atual?.id ?? ""}
        onChange={provider.choose}
        empty={{ value: "", label: t.provedorOutro }}
        options={EMAIL_PROVIDERS.map(({ id, name: providerName }) => ({ value: id, label: providerName }))}
      />
      {provider.atual && <ProviderHint provider={provider.atual} />}
    </>
  );
}

function ProviderHint({ provider }: { provider: EmailProvider }): React.JSX.Element {
  return (
    <Alert role="note" variant="outline" icon={<IconBulb size={16} stroke={1.6} aria-hidden="true" />}>
      {provider.hint}{" "}
      {provider.appPasswordUrl && (
        <a className="link" href={provider.appPasswordUrl} target="_blank" rel="noreferrer">
          {providerHints.criarSenhaDeApp}
        </a>
      )}
    </Alert>
  );
}

function ServerFields({
  form,
  suggestedFor,
}: FieldsProps & { suggestedFor: string | null }): React.JSX.Element {
  const { campos: t } = texts;
  const tipo = form.watch("tipo");
  return (
    <>
      <NativeSelect
        {...field(form, "tipo", undefined, { onChange: () => fillScope(form) })}
        label={t.tipo}
        data={TYPE_OPTIONS}
      />
      {isUnencrypted(tipo) && (
        <Alert
          role="note"
          color="warn"
          icon={<IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />}
        >
          {texts.inseguro}
        </Alert>
      )}
      <Group wrap="nowrap" align="flex-start" gap={12}>
        <TextInput
          flex={1}
          {...field(form, "servidor", suggestedFor && t.servidorDica(suggestedFor))}
          label={t.servidor}
          {...VERBATIM}
        />
        <TextInput
          w={112}
          {...field(form, "porta", t.portaDica(defaultPort(tipo)))}
          label={t.porta}
          inputMode="numeric"
          autoComplete="off"
        />
      </Group>
    </>
  );
}

/** Some issuers have separate OAuth scopes for IMAP and POP: sets the one of the current type. */
function fillScope(form: UseFormReturn<FormValues>): void {
  change(form, "escopo", scopeForType(form.getValues()));
}

function CaixaPasswordField({
  form,
  savedCaixa,
  isRefused,
}: FieldsProps & { isRefused: boolean }): React.JSX.Element {
  const { campos: t } = texts;
  const error = errorOf(form, "senha") ?? (isRefused ? t.senhaRecusada : undefined);
  const hint = !savedCaixa
    ? undefined
    : isPasswordNeeded(form.getValues(), savedCaixa)
      ? t.senhaDeNovo
      : t.senhaGuardada;
  return (
    <PasswordField
      {...form.register("senha")}
      label={t.senha}
      description={error ? undefined : hint}
      error={error}
      autoComplete="new-password"
      labels={{
        show: t.mostrar(t.senha.toLowerCase()),
        hide: t.esconder(t.senha.toLowerCase()),
      }}
    />
  );
}

function PinnedCertificado({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element | null {
  const { campos: t } = texts;
  const fingerprint = form.watch("certificadoFixado");
  if (fingerprint === "") return null;
  return (
    <Stack gap={4} align="flex-start">
      <p className="campo-rotulo">{t.fixado}</p>
      <Text component="code" inherit size="xs" className="mono wrap-anywhere">
        {fingerprint}
      </Text>
      <p className="campo-dica">{t.fixadoDica}</p>
      <button type="button" className="link" onClick={() => change(form, "certificadoFixado", "")}>
        {t.desfixar}
      </button>
    </Stack>
  );
}

function DeletionFields({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  const { campos: t } = texts;
  return (
    <SwitchField form={form} name="apagar" label={t.apagar} hint={t.apagarDica}>
      {form.watch("apagar") && (
        <TextInput
          {...field(form, "apagarAposDias", t.apagarDiasDica(DELETE_AFTER_DAYS_MAX))}
          maw={160}
          label={t.apagarDias}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </SwitchField>
  );
}

/**
 * The provider of the mailbox, guessed from the address or selected; fills in its known settings.
 */
function useProvider({ form, savedCaixa }: FieldsProps) {
  const [current, setCurrent] = useState<EmailProvider | null>(() =>
    savedCaixa ? guessProvider(savedCaixa.usuario, savedCaixa.servidor) : null,
  );
  const [suggested, setSuggested] = useState<{ servidor: string; nome: string } | null>(null);
  const servidor = form.watch("servidor");
  const fill = (provider: EmailProvider): void => {
    const server = serverOf(provider, form.getValues("usuario"));
    setCurrent(provider);
    change(form, "tipo", provider.tipo);
    fillScope(form);
    change(form, "porta", "");
    if (server !== null) change(form, "servidor", server);
    if (server !== null) setSuggested({ servidor: server, nome: provider.name });
    change(form, "autenticacao", provider.oauth ? "oauth2" : "senha");
    if (!provider.oauth) return;
    const { tokenUrl, escopo } = oauthDefaults(provider.oauth, provider.tipo);
    change(form, "provedor", provider.oauth);
    change(form, "tokenUrl", tokenUrl);
    change(form, "escopo", escopo);
  };
  const choose = (id: string): void => {
    const chosen = EMAIL_PROVIDERS.find((provider) => provider.id === id);
    if (chosen) fill(chosen);
    else setCurrent(null);
  };
  /** Only when the field is unedited: a typed server must not be overwritten. */
  const suggest = (): void => {
    const typed = form.getValues("servidor").trim();
    if (typed !== "" && typed !== suggested?.servidor) return;
    const match = findProvider(form.getValues("usuario")) ?? (typed === "" ? current : null);
    if (match && serverOf(match, form.getValues("usuario")) !== typed) fill(match);
  };
  const suggestedFor = suggested?.servidor === servidor && servidor !== "" ? suggested.nome : null;
  return { atual: current, choose, suggest, suggestedFor };
}
