import { useState } from "react";
import { useParams } from "react-router-dom";
import { CertificadoForm } from "../../features/empresa/certificado/CertificadoForm.tsx";
import {
  type AcceptedUpload,
  CertificadoPanel,
} from "../../features/empresa/certificado/CertificadoPanel.tsx";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { empresaQuery } from "../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { certificadoTexts as texts } from "../../texts/admin/certificado.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import { FormPage } from "./FormPage.tsx";

/** The certificado of one empresa: the upload, beside the one in use. */
export function CertificadoPage(): React.JSX.Element {
  const { empresaId = "" } = useParams();
  const isManager = useIsManager();
  const timeZone = useTimeZone();
  const [received, setReceived] = useState<(AcceptedUpload & { empresaId: string }) | null>(null);
  return (
    <FormPage
      id={empresaId}
      query={empresaQuery}
      back={{ label: texts.voltar, to: `/empresa/${empresaId}` }}
      exit={{ label: texts.voltarLista, to: "/admin?tab=empresa" }}
      texts={{ loading: texts.titulo, subtitle: texts.subtitulo }}
      titleOf={(stored) => stored?.nome ?? ""}
      tabTitleOf={(stored) => `${texts.titulo} · ${stored?.nome}`}
      isReady={isManager !== undefined}
      remove={null}
    >
      {({ stored: empresa, cancel }) =>
        empresa && (
          <CertificadoForm
            empresa={empresa}
            isManager={isManager === true}
            onSent={() => {
              setReceived({ empresaId, previous: empresa.certificado });
              showToast(texts.enviado(empresa.nome));
            }}
            onCancel={cancel}
            sidePanel={
              <CertificadoPanel
                empresa={empresa}
                accepted={received?.empresaId === empresaId ? received : null}
                timeZone={timeZone}
              />
            }
          />
        )
      }
    </FormPage>
  );
}

export { CertificadoPage as Component };
