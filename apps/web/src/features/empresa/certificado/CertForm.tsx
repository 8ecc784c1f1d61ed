import { Button } from "@mantine/core";
import { IconAlertCircle, IconLock, IconShieldLock } from "@tabler/icons-react";
import { useController } from "react-hook-form";
import type { Empresa } from "../../../rpc/empresas.ts";
import { certificado as textos } from "../../../textos/certificados.ts";
import { abandonar, geral } from "../../../textos/geral.ts";
import { Formulario } from "../../../ui/Formulario.tsx";
import { Segredo } from "../../../ui/Segredo.tsx";
import classes from "./CertForm.module.css";
import { type Envio, useEnvio } from "./envio.ts";
import { Soltar } from "./Soltar.tsx";

const PERGUNTA = { ...abandonar, ...textos.abandonar, destrutiva: true };

type FormProps = {
  empresa: Empresa;
  /** The form is read-only for users who are not managers. */
  gerente: boolean;
  onEnviado: () => void;
  onCancelar: () => void;
};

/** Uploads a company's certificate: its file and its password. */
export function CertForm(props: FormProps): React.JSX.Element {
  const { empresa, gerente, onCancelar } = props;
  const envio = useEnvio(empresa, props.onEnviado);
  const { isDirty, errors } = envio.form.formState;
  return (
    <Formulario
      className={classes.form}
      alterado={isDirty}
      pergunta={PERGUNTA}
      onSubmit={(event) => void envio.enviar(event)}
    >
      {/* A scrollable region must be reachable by keyboard, also when its fields are disabled. */}
      <div className={classes.corpo} tabIndex={gerente ? -1 : 0}>
        {!gerente && (
          <p className={classes.aviso}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {textos.soAdministrador}
          </p>
        )}
        <fieldset className={classes.campos} disabled={!gerente || envio.parte !== null}>
          {errors.root && (
            <p className={classes.recusa} role="alert">
              <IconAlertCircle size={18} stroke={1.6} aria-hidden="true" />
              <span>
                <b>{errors.root.message}</b>
                {errors.root.type === "upload" && ` ${textos.erros.uploadTexto}`}
              </span>
            </p>
          )}
          <Campos envio={envio} gerente={gerente} />
          <p className={classes.nota}>
            <IconShieldLock size={16} stroke={1.6} aria-hidden="true" />
            <span>
              {textos.seguranca} {empresa.certificado && textos.trocaAviso}
            </span>
          </p>
        </fieldset>
      </div>
      {gerente && (
        <footer className={classes.pe}>
          <Button type="submit" disabled={!isDirty} loading={envio.parte !== null}>
            {textos.botao}
          </Button>
          <Button variant="default" onClick={onCancelar}>
            {geral.cancelar}
          </Button>
          <Andamento parte={envio.parte} />
        </footer>
      )}
    </Formulario>
  );
}

function Campos({ envio, gerente }: { envio: Envio; gerente: boolean }): React.JSX.Element {
  const { form, parte } = envio;
  const { errors } = form.formState;
  const { field } = useController({ control: form.control, name: "arquivo" });
  return (
    <>
      <Soltar
        ref={field.ref}
        arquivo={field.value}
        erro={errors.arquivo?.message}
        bloqueado={!gerente || parte !== null}
        onArquivo={(arquivo) => {
          form.setValue("arquivo", arquivo, { shouldDirty: true, shouldValidate: arquivo !== null });
          form.clearErrors("root");
        }}
      />
      <Segredo
        {...form.register("senha")}
        label={textos.senha}
        description={errors.senha ? undefined : textos.senhaDica}
        error={errors.senha?.message}
        // Not a password of the user's own: browsers must neither offer nor save one.
        autoComplete="one-time-code"
        rotulos={{ mostrar: textos.mostrarSenha, esconder: textos.esconderSenha }}
      />
    </>
  );
}

/** The progress of the upload; after it, the server checks the file. */
function Andamento({ parte }: { parte: number | null }): React.JSX.Element {
  const porcento = `${Math.round((parte ?? 0) * 100)} %`;
  return (
    <span className={classes.andamento} role="status">
      {parte !== null && (
        <>
          <progress max={1} value={parte} aria-label={textos.enviar} />
          {parte < 1 ? textos.enviando(porcento) : textos.conferindo}
        </>
      )}
    </span>
  );
}
