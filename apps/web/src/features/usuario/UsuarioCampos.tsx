import { formatDocumento } from "@malote/syntax";
import { Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { empresasQuery } from "../../rpc/empresas.ts";
import { senhaNova } from "../../textos/contas.ts";
import { usuario as textos } from "../../textos/usuarios.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Segredo } from "../../ui/Segredo.tsx";
import type { Campos } from "./campos.ts";
import classes from "./Usuarios.module.css";

const { campos: t } = textos;
type Form = UseFormReturn<Campos>;

/**
 * Whether users typed a new address for their own account; the server then requires the password.
 * @param own the stored address; null for another user's account
 */
export function changesEmail(digitado: string, proprio: string | null): boolean {
  return proprio !== null && digitado.trim().toLowerCase() !== proprio.toLowerCase();
}

/**
 * The identity fields of a user. `emailProprio`: the stored address, when users edit their own
 * account.
 */
export function PessoaCampos({
  form,
  emailProprio,
}: {
  form: Form;
  emailProprio: string | null;
}): React.JSX.Element {
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        {...form.register("nomeCompleto")}
        label={t.nomeCompleto}
        error={errors.nomeCompleto?.message}
        autoComplete="off"
      />
      <div className={classes.dois}>
        <TextInput
          {...form.register("nome")}
          label={t.nome}
          description={errors.nome ? undefined : t.nomeDica}
          error={errors.nome?.message}
          autoComplete="off"
        />
        <TextInput
          {...form.register("nomeUsuario")}
          label={t.nomeUsuario}
          description={errors.nomeUsuario ? undefined : t.nomeUsuarioDica}
          error={errors.nomeUsuario?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <TextInput
        {...form.register("email")}
        type="email"
        label={t.email}
        description={errors.email ? undefined : t.emailDica}
        error={errors.email?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {changesEmail(form.watch("email"), emailProprio) && (
        <Segredo
          {...form.register("senhaAtual")}
          label={t.senhaAtual}
          description={errors.senhaAtual ? undefined : t.senhaAtualDica}
          error={errors.senhaAtual?.message}
          autoComplete="current-password"
          rotulos={{ mostrar: senhaNova.mostrar, esconder: senhaNova.esconder }}
        />
      )}
    </>
  );
}

/** The permissions of a user; only managers set them. */
export function PoderesCampos({
  form,
  proprietario,
  proprio,
}: {
  form: Form;
  proprietario: boolean;
  proprio: boolean;
}): React.JSX.Element {
  const [administrador, manifesta, restrito] = form.watch([
    "administrador",
    "permissaoManifestacao",
    "restrito",
  ]);
  // The server refuses callers who remove their own administrator flag.
  const fixo = proprio && administrador;
  const put = (name: "administrador" | "permissaoManifestacao" | "restrito") => {
    return ({ currentTarget }: React.ChangeEvent<HTMLInputElement>): void =>
      form.setValue(name, currentTarget.checked, { shouldDirty: true });
  };
  return (
    <>
      {!proprietario && (
        <div className={classes.chave}>
          <Switch
            label={t.administrador}
            description={fixo ? t.administradorProprio : t.administradorDica}
            disabled={fixo}
            checked={administrador}
            onChange={put("administrador")}
          />
        </div>
      )}
      <div className={classes.chave}>
        <Switch
          label={t.manifestacao}
          description={t.manifestacaoDica}
          checked={manifesta}
          onChange={put("permissaoManifestacao")}
        />
      </div>
      {!proprietario && !administrador && (
        <div className={classes.chave}>
          <Switch
            label={t.restrito}
            description={t.restritoDica}
            checked={restrito}
            onChange={put("restrito")}
          />
          {restrito && <Empresas form={form} />}
        </div>
      )}
    </>
  );
}

function Empresas({ form }: { form: Form }): React.JSX.Element {
  const { data = [] } = useQuery(empresasQuery);
  const chosen = form.watch("empresas");
  const toggle = (id: string): void => {
    const next = chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
    form.setValue("empresas", next, { shouldDirty: true });
  };
  return (
    <fieldset className={classes.empresas}>
      <legend className="campo-rotulo">{t.empresas}</legend>
      {data.map(({ id, nome, cnpj }) => (
        <div key={id}>
          <Checkbox rotulo={nome} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span aria-hidden="true" onClick={() => toggle(id)}>
            {nome} <span className={classes.nada}>{formatDocumento(cnpj)}</span>
          </span>
        </div>
      ))}
      {chosen.length === 0 && <p className="campo-dica">{t.semEmpresas}</p>}
    </fieldset>
  );
}
