import { type CaixaType, DELETE_AFTER_DAYS_MAX } from "@malote/contract";
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconBulb } from "@tabler/icons-react";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { CaixaDetail } from "../../../rpc/documents/queries.ts";
import { providerHints, caixaTexts as texts } from "../../../texts/admin/caixas.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { defaultPort, isImap, isUnencrypted } from "../caixa-types.ts";
import classes from "./CaixaForm.module.css";
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
  const { errors } = form.formState;
  const [autenticacao, tipo] = form.watch(["autenticacao", "tipo"]);
  const provider = useProvider(props);
  return (
    <>
      <IdentityFields form={form} provider={provider} isManager={isManager} />
      <ServerFields {...props} suggestedFor={provider.suggestedFor} />
      <NativeSelect
        {...form.register("autenticacao")}
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
          {...form.register("pasta")}
          label={t.pasta}
          description={errors.pasta ? undefined : t.pastaDica}
          error={errors.pasta?.message}
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
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        {...form.register("descricao")}
        label={t.descricao}
        description={errors.descricao ? undefined : t.descricaoDica}
        error={errors.descricao?.message}
        autoComplete="off"
      />
      <TextInput
        {...form.register("usuario", { onBlur: provider.suggest })}
        label={t.usuario}
        description={errors.usuario ? undefined : t.usuarioDica}
        error={errors.usuario?.message}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
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
    <p className={classes.nota} role="note">
      <IconBulb size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {provider.hint}{" "}
        {provider.appPasswordUrl && (
          <a className="link" href={provider.appPasswordUrl} target="_blank" rel="noreferrer">
            {providerHints.criarSenhaDeApp}
          </a>
        )}
      </span>
    </p>
  );
}

function ServerFields({
  form,
  suggestedFor,
}: FieldsProps & { suggestedFor: string | null }): React.JSX.Element {
  const { campos: t } = texts;
  const { errors } = form.formState;
  const tipo = form.watch("tipo");
  return (
    <>
      <NativeSelect
        {...form.register("tipo", { onChange: () => fillScope(form) })}
        label={t.tipo}
        error={errors.tipo?.message}
        data={TYPE_OPTIONS}
      />
      {isUnencrypted(tipo) && (
        <p className={classes.nota} data-tom="aviso" role="note">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
          {texts.inseguro}
        </p>
      )}
      <div className={classes.dupla}>
        <TextInput
          {...form.register("servidor")}
          label={t.servidor}
          description={suggestedFor && !errors.servidor ? t.servidorDica(suggestedFor) : undefined}
          error={errors.servidor?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...form.register("porta")}
          label={t.porta}
          description={errors.porta ? undefined : t.portaDica(defaultPort(tipo))}
          error={errors.porta?.message}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </>
  );
}

/** Some issuers have separate OAuth scopes for IMAP and POP: sets the one of the current type. */
function fillScope(form: UseFormReturn<FormValues>): void {
  form.setValue("escopo", scopeForType(form.getValues()), { shouldDirty: true });
}

function CaixaPasswordField({
  form,
  savedCaixa,
  isRefused,
}: FieldsProps & { isRefused: boolean }): React.JSX.Element {
  const { campos: t } = texts;
  const error = form.formState.errors.senha?.message ?? (isRefused ? t.senhaRecusada : undefined);
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
    <div className={classes.fixado}>
      <p className="campo-rotulo">{t.fixado}</p>
      <code className="mono">{fingerprint}</code>
      <p className="campo-dica">{t.fixadoDica}</p>
      <button
        type="button"
        className="link"
        onClick={() => form.setValue("certificadoFixado", "", { shouldDirty: true })}
      >
        {t.desfixar}
      </button>
    </div>
  );
}

function DeletionFields({ form }: { form: UseFormReturn<FormValues> }): React.JSX.Element {
  const { campos: t } = texts;
  const deletesFromServer = form.watch("apagar");
  const error = form.formState.errors.apagarAposDias?.message;
  return (
    <div className={classes.apagar}>
      {/* Controlled: an uncontrolled switch would render as off each time. */}
      <Switch
        {...form.register("apagar")}
        checked={deletesFromServer}
        label={t.apagar}
        description={t.apagarDica}
      />
      {deletesFromServer && (
        <TextInput
          {...form.register("apagarAposDias")}
          className="dias"
          label={t.apagarDias}
          description={error ? undefined : t.apagarDiasDica(DELETE_AFTER_DAYS_MAX)}
          error={error}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </div>
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
  const changeValue = <K extends keyof FormValues>(name: K, value: FormValues[K]): void =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const fill = (provider: EmailProvider): void => {
    const server = serverOf(provider, form.getValues("usuario"));
    setCurrent(provider);
    changeValue("tipo", provider.tipo);
    fillScope(form);
    changeValue("porta", "");
    if (server !== null) changeValue("servidor", server);
    if (server !== null) setSuggested({ servidor: server, nome: provider.name });
    changeValue("autenticacao", provider.oauth ? "oauth2" : "senha");
    if (!provider.oauth) return;
    const { tokenUrl, escopo } = oauthDefaults(provider.oauth, provider.tipo);
    changeValue("provedor", provider.oauth);
    changeValue("tokenUrl", tokenUrl);
    changeValue("escopo", escopo);
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
