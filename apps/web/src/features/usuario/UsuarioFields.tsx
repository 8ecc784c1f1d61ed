import { formatDocumento } from "@malote/syntax";
import { Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { usuarioTexts as texts } from "../../texts/admin/usuarios.ts";
import { newPasswordTexts } from "../../texts/site/accounts.ts";
import { BareCheckbox } from "../../ui/form/BareCheckbox.tsx";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import classes from "./UsuarioList.module.css";
import type { FormValues } from "./usuario-form-values.ts";

const { campos: t } = texts;
type Form = UseFormReturn<FormValues>;

/**
 * Whether users typed a new address for their own account; the server then requires the password.
 * @param own the stored address; null for another user's account
 */
export function changesEmail(typed: string, own: string | null): boolean {
  return own !== null && typed.trim().toLowerCase() !== own.toLowerCase();
}

/**
 * The identity fields of a user. `ownEmail`: the stored address, when users edit their own
 * account.
 */
export function IdentityFields({
  form,
  ownEmail,
}: {
  form: Form;
  ownEmail: string | null;
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
      {changesEmail(form.watch("email"), ownEmail) && (
        <PasswordField
          {...form.register("senhaAtual")}
          label={t.senhaAtual}
          description={errors.senhaAtual ? undefined : t.senhaAtualDica}
          error={errors.senhaAtual?.message}
          autoComplete="current-password"
          labels={{ show: newPasswordTexts.mostrar, hide: newPasswordTexts.esconder }}
        />
      )}
    </>
  );
}

/** The permissions of a user; only managers set them. */
export function PermissionFields({
  form,
  isOwner,
  own,
}: {
  form: Form;
  isOwner: boolean;
  own: boolean;
}): React.JSX.Element {
  const [administrador, canManifest, isRestricted] = form.watch([
    "administrador",
    "permissaoManifestacao",
    "restrito",
  ]);
  // The server refuses callers who remove their own administrator flag.
  const isFixed = own && administrador;
  const changeFlag = (name: "administrador" | "permissaoManifestacao" | "restrito") => {
    return ({ currentTarget }: React.ChangeEvent<HTMLInputElement>): void =>
      form.setValue(name, currentTarget.checked, { shouldDirty: true });
  };
  return (
    <>
      {!isOwner && (
        <div className={classes.chave}>
          <Switch
            label={t.administrador}
            description={isFixed ? t.administradorProprio : t.administradorDica}
            disabled={isFixed}
            checked={administrador}
            onChange={changeFlag("administrador")}
          />
        </div>
      )}
      <div className={classes.chave}>
        <Switch
          label={t.manifestacao}
          description={t.manifestacaoDica}
          checked={canManifest}
          onChange={changeFlag("permissaoManifestacao")}
        />
      </div>
      {!isOwner && !administrador && (
        <div className={classes.chave}>
          <Switch
            label={t.restrito}
            description={t.restritoDica}
            checked={isRestricted}
            onChange={changeFlag("restrito")}
          />
          {isRestricted && <EmpresasField form={form} />}
        </div>
      )}
    </>
  );
}

function EmpresasField({ form }: { form: Form }): React.JSX.Element {
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
          <BareCheckbox label={nome} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          <span aria-hidden="true" onClick={() => toggle(id)}>
            {nome} <span className={classes.nada}>{formatDocumento(cnpj)}</span>
          </span>
        </div>
      ))}
      {chosen.length === 0 && <p className="campo-dica">{t.semEmpresas}</p>}
    </fieldset>
  );
}
