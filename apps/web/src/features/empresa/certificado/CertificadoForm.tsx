import { Button } from "@mantine/core";
import { IconAlertCircle, IconLock, IconShieldLock } from "@tabler/icons-react";
import { useController } from "react-hook-form";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { general, leaveTexts } from "../../../texts/app/general.ts";
import { GuardedForm } from "../../../ui/form/GuardedForm.tsx";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import classes from "./CertificadoForm.module.css";
import { FileDrop } from "./FileDrop.tsx";
import { type CertificadoUpload, useCertificadoUpload } from "./use-certificado-upload.ts";

const DISCARD_QUESTION = { ...leaveTexts, ...texts.abandonar, destrutiva: true };

type FormProps = {
  empresa: Empresa;
  /** The form is read-only for users who are not managers. */
  isManager: boolean;
  onSent: () => void;
  onCancel: () => void;
};

/** Uploads a company's certificate: its file and its password. */
export function CertificadoForm(props: FormProps): React.JSX.Element {
  const { empresa, isManager, onCancel } = props;
  const upload = useCertificadoUpload(empresa, props.onSent);
  const { isDirty, errors } = upload.form.formState;
  return (
    <GuardedForm
      className={classes.form}
      changed={isDirty}
      question={DISCARD_QUESTION}
      onSubmit={(event) => void upload.submit(event)}
    >
      {/* A scrollable region must be reachable by keyboard, also when its fields are disabled. */}
      <div className={classes.corpo} tabIndex={isManager ? -1 : 0}>
        {!isManager && (
          <p className={classes.aviso}>
            <IconLock size={16} stroke={1.6} aria-hidden="true" />
            {texts.soAdministrador}
          </p>
        )}
        <fieldset className={classes.campos} disabled={!isManager || upload.fraction !== null}>
          {errors.root && (
            <p className={classes.recusa} role="alert">
              <IconAlertCircle size={18} stroke={1.6} aria-hidden="true" />
              <span>
                <b>{errors.root.message}</b>
                {errors.root.type === "upload" && ` ${texts.erros.uploadTexto}`}
              </span>
            </p>
          )}
          <UploadFields upload={upload} isManager={isManager} />
          <p className={classes.nota}>
            <IconShieldLock size={16} stroke={1.6} aria-hidden="true" />
            <span>
              {texts.seguranca} {empresa.certificado && texts.trocaAviso}
            </span>
          </p>
        </fieldset>
      </div>
      {isManager && (
        <footer className={classes.pe}>
          <Button type="submit" disabled={!isDirty} loading={upload.fraction !== null}>
            {texts.botao}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {general.cancelar}
          </Button>
          <UploadProgress fraction={upload.fraction} />
        </footer>
      )}
    </GuardedForm>
  );
}

function UploadFields({
  upload,
  isManager,
}: {
  upload: CertificadoUpload;
  isManager: boolean;
}): React.JSX.Element {
  const { form, fraction } = upload;
  const { errors } = form.formState;
  const { field } = useController({ control: form.control, name: "arquivo" });
  return (
    <>
      <FileDrop
        ref={field.ref}
        file={field.value}
        errorText={errors.arquivo?.message}
        isBlocked={!isManager || fraction !== null}
        onFile={(file) => {
          form.setValue("arquivo", file, { shouldDirty: true, shouldValidate: file !== null });
          form.clearErrors("root");
        }}
      />
      <PasswordField
        {...form.register("senha")}
        label={texts.senha}
        description={errors.senha ? undefined : texts.senhaDica}
        error={errors.senha?.message}
        // Not a password of the user's own: browsers must neither offer nor save one.
        autoComplete="one-time-code"
        labels={{ show: texts.mostrarSenha, hide: texts.esconderSenha }}
      />
    </>
  );
}

/** The progress of the upload; after it, the server checks the file. */
function UploadProgress({ fraction }: { fraction: number | null }): React.JSX.Element {
  const percent = `${Math.round((fraction ?? 0) * 100)} %`;
  return (
    <span className={classes.andamento} role="status">
      {fraction !== null && (
        <>
          <progress max={1} value={fraction} aria-label={texts.enviar} />
          {fraction < 1 ? texts.enviando(percent) : texts.conferindo}
        </>
      )}
    </span>
  );
}
