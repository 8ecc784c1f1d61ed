import { APAGAR_DIAS_MAX, type TipoCaixa } from "@malote/contract";
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconBulb } from "@tabler/icons-react";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { CaixaDetalhe } from "../../rpc/queries.ts";
import { dicasProvedor, caixa as textos } from "../../textos/caixas.ts";
import { Segredo } from "../../ui/Segredo.tsx";
import { SelecaoCampo } from "../../ui/SelecaoCampo.tsx";
import classes from "./CaixaForm.module.css";
import { CaixaOauth } from "./CaixaOauth.tsx";
import { type Campos, isSenhaNeeded } from "./campos.ts";
import {
  findProvedor,
  followTipo,
  guessProvedor,
  oauthPadrao,
  PROVEDORES,
  type Provedor,
  servidorDe,
} from "./provedores.ts";
import { isAberto, isImap, portaPadrao } from "./tipos.ts";

type CamposProps = { form: UseFormReturn<Campos>; guardada: CaixaDetalhe | null };

const TIPOS: readonly { group: string; tipos: readonly TipoCaixa[] }[] = [
  { group: textos.gruposTipo.tls, tipos: ["spop3", "imaps"] },
  { group: textos.gruposTipo.starttls, tipos: ["pop3-starttls", "imap-starttls"] },
  { group: textos.gruposTipo.aberto, tipos: ["pop3", "imap"] },
];
const TIPO_OPCOES = TIPOS.map(({ group, tipos }) => ({
  group,
  items: tipos.map((value) => ({ value, label: textos.tipos[value] as string })),
}));

/** The fields of a mailbox, the ones that users know best first. */
export function CaixaCampos(
  props: CamposProps & { gerente: boolean; recusouSenha: boolean },
): React.JSX.Element {
  const { form, guardada, gerente, recusouSenha } = props;
  const { campos: t } = textos;
  const { errors } = form.formState;
  const [autenticacao, tipo] = form.watch(["autenticacao", "tipo"]);
  const provedor = useProvedor(props);
  return (
    <>
      <Identidade form={form} provedor={provedor} gerente={gerente} />
      <Servidor {...props} sugeridoPara={provedor.sugeridoPara} />
      <NativeSelect
        {...form.register("autenticacao")}
        label={t.autenticacao}
        data={Object.entries(t.autenticacoes).map(([value, label]) => ({ value, label }))}
      />
      {autenticacao === "senha" ? (
        <Senha {...props} recusada={recusouSenha} />
      ) : (
        <CaixaOauth form={form} guardada={guardada} />
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
      <Fixado form={form} />
      <Apagar form={form} />
    </>
  );
}

/** Description, user and provider of the mailbox. */
function Identidade(props: {
  form: UseFormReturn<Campos>;
  provedor: ReturnType<typeof useProvedor>;
  gerente: boolean;
}): React.JSX.Element {
  const { form, provedor, gerente } = props;
  const { campos: t } = textos;
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
        {...form.register("usuario", { onBlur: provedor.suggest })}
        label={t.usuario}
        description={errors.usuario ? undefined : t.usuarioDica}
        error={errors.usuario?.message}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelecaoCampo
        rotulo={t.provedor}
        dica={t.provedorDica}
        disabled={!gerente}
        valor={provedor.atual?.id ?? ""}
        onChange={provedor.choose}
        vazio={{ value: "", label: t.provedorOutro }}
        opcoes={PROVEDORES.map(({ id, nome }) => ({ value: id, label: nome }))}
      />
      {provedor.atual && <DicaProvedor provedor={provedor.atual} />}
    </>
  );
}

function DicaProvedor({ provedor }: { provedor: Provedor }): React.JSX.Element {
  return (
    <p className={classes.nota} role="note">
      <IconBulb size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {provedor.dica}{" "}
        {provedor.senhaDeApp && (
          <a className="link" href={provedor.senhaDeApp} target="_blank" rel="noreferrer">
            {dicasProvedor.criarSenhaDeApp}
          </a>
        )}
      </span>
    </p>
  );
}

function Servidor({ form, sugeridoPara }: CamposProps & { sugeridoPara: string | null }): React.JSX.Element {
  const { campos: t } = textos;
  const { errors } = form.formState;
  const tipo = form.watch("tipo");
  return (
    <>
      <NativeSelect
        {...form.register("tipo", { onChange: () => fillEscopo(form) })}
        label={t.tipo}
        error={errors.tipo?.message}
        data={TIPO_OPCOES}
      />
      {isAberto(tipo) && (
        <p className={classes.nota} data-tom="aviso" role="note">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden="true" />
          {textos.inseguro}
        </p>
      )}
      <div className={classes.dupla}>
        <TextInput
          {...form.register("servidor")}
          label={t.servidor}
          description={sugeridoPara && !errors.servidor ? t.servidorDica(sugeridoPara) : undefined}
          error={errors.servidor?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput
          {...form.register("porta")}
          label={t.porta}
          description={errors.porta ? undefined : t.portaDica(portaPadrao(tipo))}
          error={errors.porta?.message}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </>
  );
}

/** Some issuers have separate OAuth scopes for IMAP and POP: sets the one of the current type. */
function fillEscopo(form: UseFormReturn<Campos>): void {
  form.setValue("escopo", followTipo(form.getValues()), { shouldDirty: true });
}

function Senha({ form, guardada, recusada }: CamposProps & { recusada: boolean }): React.JSX.Element {
  const { campos: t } = textos;
  const error = form.formState.errors.senha?.message ?? (recusada ? t.senhaRecusada : undefined);
  const dica = !guardada
    ? undefined
    : isSenhaNeeded(form.getValues(), guardada)
      ? t.senhaDeNovo
      : t.senhaGuardada;
  return (
    <Segredo
      {...form.register("senha")}
      label={t.senha}
      description={error ? undefined : dica}
      error={error}
      autoComplete="new-password"
      rotulos={{
        mostrar: t.mostrar(t.senha.toLowerCase()),
        esconder: t.esconder(t.senha.toLowerCase()),
      }}
    />
  );
}

function Fixado({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element | null {
  const { campos: t } = textos;
  const impressao = form.watch("certificadoFixado");
  if (impressao === "") return null;
  return (
    <div className={classes.fixado}>
      <p className="campo-rotulo">{t.fixado}</p>
      <code className="mono">{impressao}</code>
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

function Apagar({ form }: { form: UseFormReturn<Campos> }): React.JSX.Element {
  const { campos: t } = textos;
  const apagar = form.watch("apagar");
  const error = form.formState.errors.apagarAposDias?.message;
  return (
    <div className={classes.apagar}>
      {/* Controlled: an uncontrolled switch would render as off each time. */}
      <Switch {...form.register("apagar")} checked={apagar} label={t.apagar} description={t.apagarDica} />
      {apagar && (
        <TextInput
          {...form.register("apagarAposDias")}
          className="dias"
          label={t.apagarDias}
          description={error ? undefined : t.apagarDiasDica(APAGAR_DIAS_MAX)}
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
function useProvedor({ form, guardada }: CamposProps) {
  const [atual, setAtual] = useState<Provedor | null>(() =>
    guardada ? guessProvedor(guardada.usuario, guardada.servidor) : null,
  );
  const [sugerido, setSugerido] = useState<{ servidor: string; nome: string } | null>(null);
  const servidor = form.watch("servidor");
  const put = <K extends keyof Campos>(name: K, value: Campos[K]): void =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const fill = (provedor: Provedor): void => {
    const place = servidorDe(provedor, form.getValues("usuario"));
    setAtual(provedor);
    put("tipo", provedor.tipo);
    fillEscopo(form);
    put("porta", "");
    if (place !== null) put("servidor", place);
    if (place !== null) setSugerido({ servidor: place, nome: provedor.nome });
    put("autenticacao", provedor.oauth ? "oauth2" : "senha");
    if (!provedor.oauth) return;
    const { tokenUrl, escopo } = oauthPadrao(provedor.oauth, provedor.tipo);
    put("provedor", provedor.oauth);
    put("tokenUrl", tokenUrl);
    put("escopo", escopo);
  };
  const choose = (id: string): void => {
    const chosen = PROVEDORES.find((provedor) => provedor.id === id);
    if (chosen) fill(chosen);
    else setAtual(null);
  };
  /** Only when the field is unedited: a typed server must not be overwritten. */
  const suggest = (): void => {
    const typed = form.getValues("servidor").trim();
    if (typed !== "" && typed !== sugerido?.servidor) return;
    const found = findProvedor(form.getValues("usuario")) ?? (typed === "" ? atual : null);
    if (found && servidorDe(found, form.getValues("usuario")) !== typed) fill(found);
  };
  const sugeridoPara = sugerido?.servidor === servidor && servidor !== "" ? sugerido.nome : null;
  return { atual, choose, suggest, sugeridoPara };
}
