import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import type { Recebido } from "../features/empresa/certificado/CertLado.tsx";
import { EmpresaEsqueleto } from "../features/empresa/EmpresaEsqueleto.tsx";
import { useZona } from "../rpc/atual.ts";
import { useIsGerente } from "../rpc/caixas.ts";
import { type Empresa, empresaQuery } from "../rpc/empresas.ts";
import { explainFalha } from "../rpc/falhas.ts";
import { certificado as textos } from "../textos/certificados.ts";
import { DocBar, DocPage, DocPanes } from "../ui/DocPage.tsx";
import { Falha } from "../ui/Falha.tsx";
import { useTitulo } from "../ui/telas.ts";
import { avisar } from "../ui/toast.tsx";
import classes from "./EmpresaPage.module.css";

// Fields, validation and their libraries load after the frame of the page.
const CertForm = lazy(async () => ({
  default: (await import("../features/empresa/certificado/CertForm.tsx")).CertForm,
}));
const CertLado = lazy(async () => ({
  default: (await import("../features/empresa/certificado/CertLado.tsx")).CertLado,
}));

/** The certificado of one empresa: the upload, beside the one in use. */
export function CertPage(): React.JSX.Element {
  const { empresaId = "" } = useParams();
  const query = useQuery(empresaQuery(empresaId));
  if (query.data) return <Cert key={empresaId} empresa={query.data} />;
  return (
    <>
      <h1 className="vh">{textos.titulo}</h1>
      {query.error ? (
        <Falha
          falha={explainFalha(query.error)}
          onRetry={() => void query.refetch()}
          saida={{ rotulo: textos.voltarLista, to: "/admin?tab=empresa" }}
        />
      ) : (
        <EmpresaEsqueleto />
      )}
    </>
  );
}

function Cert({ empresa }: { empresa: Empresa }): React.JSX.Element {
  const gerente = useIsGerente();
  const zona = useZona();
  const navigate = useNavigate();
  const [recebido, setRecebido] = useState<Recebido | null>(null);
  useTitulo(`${textos.titulo} · ${empresa.nome}`);
  const voltar = `/empresa/${empresa.id}`;
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: textos.voltar, to: voltar }}
        titulo={
          <div className={classes.titulo}>
            <h1 className="t-pagina">{empresa.nome}</h1>
            <span>{textos.subtitulo}</span>
          </div>
        }
        acoes={null}
      />
      {gerente === undefined ? (
        <EmpresaEsqueleto />
      ) : (
        <Suspense fallback={<EmpresaEsqueleto />}>
          <DocPanes
            meio
            esquerda={
              <CertForm
                empresa={empresa}
                gerente={gerente}
                onEnviado={() => {
                  setRecebido({ anterior: empresa.certificado });
                  avisar(textos.enviado(empresa.nome));
                }}
                onCancelar={() => void navigate(voltar)}
              />
            }
            direita={<CertLado empresa={empresa} recebido={recebido} zona={zona} />}
          />
        </Suspense>
      )}
    </DocPage>
  );
}
