import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import { Button, Group, Image, Text } from "@mantine/core";
import { IconPhoto } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { sendForm } from "../../../rpc/call/send-form.ts";
import { type Empresa, refreshEmpresas } from "../../../rpc/conta/empresas.ts";
import { logoHref } from "../../../rpc/files/file-urls.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { SideSection } from "../../../ui/form/SideSection.tsx";

const { logo: t } = texts;

/** The logo on the printed forms of documents that the company issues. */
export function LogoPanel({
  empresa,
  isManager,
}: {
  empresa: Empresa;
  isManager: boolean;
}): React.JSX.Element {
  const inputRef = useRef<HTMLInputElement>(null);
  const { version, sending, send } = useLogoUpload(empresa);
  return (
    <SideSection
      title={t.titulo}
      action={
        isManager && (
          <Group gap={8}>
            {empresa.temLogo && (
              <Button variant="default" disabled={sending} onClick={() => void send(new File([], "vazio"))}>
                {t.tirar}
              </Button>
            )}
            <Button variant="default" loading={sending} onClick={() => inputRef.current?.click()}>
              {empresa.temLogo ? t.trocar : t.escolher}
            </Button>
          </Group>
        )
      }
    >
      <Group gap={14} wrap="nowrap">
        {empresa.temLogo ? (
          <Image
            src={`${logoHref(empresa.id)}&v=${version}`}
            alt={t.alt(empresa.nome)}
            w="auto"
            maw={120}
            mah={72}
            p={6}
            bd="1px solid var(--line)"
            radius="sm"
            bg="var(--paper)"
          />
        ) : (
          <IconPhoto
            size={22}
            stroke={1.6}
            color="var(--text-3)"
            style={{ flex: "none" }}
            aria-hidden="true"
          />
        )}
        <Text size="sm" c="var(--text-2)">
          {t.texto} {isManager && t.dica(formatSize(LOGO_MAX_BYTES), LOGO_MAX_PIXELS)}
        </Text>
      </Group>
      {isManager && (
        <input
          ref={inputRef}
          type="file"
          accept="image/png,image/jpeg"
          className="vh"
          tabIndex={-1}
          aria-label={t.campo}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) void send(chosen);
            // Lets the user select the same file again, after correcting it.
            currentTarget.value = "";
          }}
        />
      )}
    </SideSection>
  );
}

function useLogoUpload(empresa: Empresa) {
  const [version, setVersion] = useState(0);
  const [sending, setSending] = useState(false);
  /** An empty file removes the logo. */
  const send = async (file: File): Promise<void> => {
    setSending(true);
    try {
      const fields = { empresaId: empresa.id, arquivo: file };
      await sendForm({ path: "/Services/logo", fields }, () => undefined);
      await refreshEmpresas();
      setVersion((last) => last + 1);
      showToast(file.size === 0 ? t.tirado : t.enviado);
    } catch (error) {
      showFailureToast(explainFailure(error));
    }
    setSending(false);
  };
  return { version, sending, send };
}
