import { Alert, Group, Progress } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useController } from "react-hook-form";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";
import { leaveTexts } from "../../../texts/app/general.ts";
import { FormPanes } from "../../../ui/form/FormPanes.tsx";
import { field } from "../../../ui/form/field.ts";
import { PasswordField } from "../../../ui/form/PasswordField.tsx";
import { FileDrop } from "./FileDrop.tsx";
import { useCertificadoUpload } from "./use-certificado-upload.ts";

const DISCARD_QUESTION = { ...leaveTexts, ...texts.abandonar, destrutiva: true };

type FormProps = {
  empresa: Empresa;
  /** The form is read-only for users who are not managers. */
  isManager: boolean;
  onSent: () => void;
  onCancel: () => void;
  /** Content beside the form. */
  sidePanel: React.ReactNode;
};

/** Uploads a company's certificate: its file and its password. */
export function CertificadoForm(props: FormProps): React.JSX.Element {
  const { empresa, isManager, onSent, onCancel, sidePanel } = props;
  const { form, fraction } = useCertificadoUpload(empresa, onSent);
  const { field: file, fieldState } = useController({ control: form.control, name: "arquivo" });
  const isSending = fraction !== null;
  return (
    <FormPanes
      form={form}
      lockedReason={isManager ? null : texts.soAdministrador}
      isNew
      isBusy={isSending}
      submitLabel={texts.botao}
      note={<UploadProgress fraction={fraction} />}
      question={DISCARD_QUESTION}
      onCancel={onCancel}
      side={{ label: texts.lado, content: sidePanel }}
    >
      <FileDrop
        ref={file.ref}
        file={file.value}
        errorText={fieldState.error?.message}
        isBlocked={!isManager || isSending}
        onFile={(chosen) => {
          form.setValue("arquivo", chosen, { shouldDirty: true, shouldValidate: chosen !== null });
          form.clearErrors("root");
        }}
      />
      <PasswordField
        {...field(form, "senha", texts.senhaDica)}
        label={texts.senha}
        // Not a password of the user's own: browsers must neither offer nor save one.
        autoComplete="one-time-code"
      />
      <Alert
        role="note"
        variant="transparent"
        p={0}
        icon={<IconShieldLock size={16} stroke={1.6} aria-hidden="true" />}
      >
        {texts.seguranca} {empresa.certificado && texts.trocaAviso}
      </Alert>
    </FormPanes>
  );
}

/** The progress of the upload; after it, the server checks the file. */
function UploadProgress({ fraction }: { fraction: number | null }): React.JSX.Element {
  const percent = Math.round((fraction ?? 0) * 100);
  return (
    <Group gap={10} wrap="nowrap" role="status" className="num">
      {fraction !== null && (
        <>
          <Progress value={percent} size={6} miw={40} maw={96} flex={1} aria-label={texts.enviar} />
          {fraction < 1 ? texts.enviando(`${percent} %`) : texts.conferindo}
        </>
      )}
    </Group>
  );
}
