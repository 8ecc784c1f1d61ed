import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { CertificadoForm } from "../../features/empresa/certificado/CertificadoForm.tsx";
import type { AcceptedUpload } from "../../features/empresa/certificado/CertificadoPanel.tsx";
import { CertificadoPanel } from "../../features/empresa/certificado/CertificadoPanel.tsx";
import { EmpresaFormSkeleton } from "../../features/empresa/form/EmpresaFormSkeleton.tsx";
import { explainFailure } from "../../rpc/call/failures.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { type Empresa, empresaQuery } from "../../rpc/conta/empresas.ts";
import { useTimeZone } from "../../rpc/session/current-user.ts";
import { certificadoTexts as texts } from "../../texts/admin/certificado.ts";
import { FailureState } from "../../ui/feedback/FailureState.tsx";
import { showToast } from "../../ui/feedback/toast.tsx";
import { DocBar, DocPage, DocPanes } from "../../ui/layout/DocPage.tsx";
import { usePageTitle } from "../../ui/layout/page-hooks.ts";
import classes from "./EmpresaPage.module.css";

/** The certificado of one empresa: the upload, beside the one in use. */
export function CertificadoPage(): React.JSX.Element {
  const { empresaId = "" } = useParams();
  const query = useQuery(empresaQuery(empresaId));
  if (query.data) return <CertificadoView key={empresaId} empresa={query.data} />;
  return (
    <>
      <h1 className="vh">{texts.titulo}</h1>
      {query.error ? (
        <FailureState
          failure={explainFailure(query.error)}
          onRetry={() => void query.refetch()}
          exit={{ label: texts.voltarLista, to: "/admin?tab=empresa" }}
        />
      ) : (
        <EmpresaFormSkeleton />
      )}
    </>
  );
}

function CertificadoView({ empresa }: { empresa: Empresa }): React.JSX.Element {
  const isManager = useIsManager();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const [received, setReceived] = useState<AcceptedUpload | null>(null);
  usePageTitle(`${texts.titulo} · ${empresa.nome}`);
  const backUrl = `/empresa/${empresa.id}`;
  return (
    <DocPage>
      <DocBar
        back={{ label: texts.voltar, to: backUrl }}
        title={
          <div className={classes.titulo}>
            <h1 className="t-pagina">{empresa.nome}</h1>
            <span>{texts.subtitulo}</span>
          </div>
        }
        actions={null}
      />
      {isManager === undefined ? (
        <EmpresaFormSkeleton />
      ) : (
        <DocPanes
          halves
          left={
            <CertificadoForm
              empresa={empresa}
              isManager={isManager}
              onSent={() => {
                setReceived({ previous: empresa.certificado });
                showToast(texts.enviado(empresa.nome));
              }}
              onCancel={() => void navigate(backUrl)}
            />
          }
          right={<CertificadoPanel empresa={empresa} accepted={received} timeZone={timeZone} />}
        />
      )}
    </DocPage>
  );
}

export { CertificadoPage as Component };
