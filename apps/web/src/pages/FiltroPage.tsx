import { diaInZona } from "@malote/syntax";
import { lazy, Suspense } from "react";
import { Navigate, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { readFiltro as readAuditor, writeFiltro as writeAuditor } from "../features/auditor/filtro.ts";
import { readFiltro as readEmail, writeFiltro as writeEmail } from "../features/email/filtro.ts";
import { type Aba, readFiltro as readNota, writeFiltro as writeNota } from "../features/nota/filtro.ts";
import { type TelaComVisoes, useVisoes } from "../features/visoes/usar-visoes.ts";
import { NENHUMA } from "../features/visoes/visoes.ts";
import { useZona } from "../rpc/atual.ts";
import { filtroForm as textos } from "../textos/filtro-form.ts";
import { releaseAlterados } from "../ui/abandonar.ts";
import { DocBar, DocPage } from "../ui/DocPage.tsx";
import { FiltroEsqueleto } from "../ui/FiltroEsqueleto.tsx";
import { useTitulo } from "../ui/telas.ts";

// Fields, validation and their libraries load after the frame of the page.
const NotaFiltroForm = lazy(async () => ({
  default: (await import("../features/nota/NotaFiltroForm.tsx")).NotaFiltroForm,
}));
const AuditorFiltroForm = lazy(async () => ({
  default: (await import("../features/auditor/AuditorFiltroForm.tsx")).AuditorFiltroForm,
}));
const EmailFiltroForm = lazy(async () => ({
  default: (await import("../features/email/EmailFiltroForm.tsx")).EmailFiltroForm,
}));

type Tipo = keyof typeof textos.titulos;

const TELAS: Record<Tipo, TelaComVisoes> = {
  dfe_recebidos: "recebidos",
  dfe_emitidos: "emitidos",
  emails: "emails",
  auditor: "auditor",
};

/**
 * The filter of a list as its own page. It shares the list's URL parameters: it starts from them and
 * returns to them.
 */
export function FiltroPage(): React.JSX.Element {
  const { type = "" } = useParams();
  // An unknown list redirects home like any unknown URL (spec §2).
  return Object.hasOwn(textos.titulos, type) ? (
    <Tela key={type} tipo={type as Tipo} />
  ) : (
    <Navigate to="/home" replace />
  );
}

function Tela({ tipo }: { tipo: Tipo }): React.JSX.Element {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [{ padrao }] = useVisoes(TELAS[tipo]);
  // The bare URL would apply the user's default view instead of the empty filter chosen here.
  const bare = padrao === null ? "" : `visao=${NENHUMA}`;
  const hrefOf = (next: URLSearchParams): string => {
    const search = next.toString() || bare;
    return search ? `/${tipo}?${search}` : `/${tipo}`;
  };
  const lista = hrefOf(params);
  useTitulo(textos.titulos[tipo]);
  return (
    <DocPage>
      <DocBar
        voltar={{ rotulo: textos.voltar, to: lista }}
        titulo={<h1 className="t-pagina">{textos.titulos[tipo]}</h1>}
        acoes={null}
      />
      <Suspense fallback={<FiltroEsqueleto />}>
        <FiltroDaLista
          tipo={tipo}
          params={params}
          onCancelar={() => void navigate(lista)}
          onAplicar={(next) => {
            releaseAlterados();
            void navigate(hrefOf(next), { replace: true });
          }}
        />
      </Suspense>
    </DocPage>
  );
}

/** The filter form of a list. `onAplicar` receives the list's new URL parameters. */
function FiltroDaLista(props: {
  tipo: Tipo;
  params: URLSearchParams;
  onCancelar: () => void;
  onAplicar: (params: URLSearchParams) => void;
}): React.JSX.Element {
  const { tipo, params, onCancelar, onAplicar } = props;
  const hoje = diaInZona(new Date(), useZona());
  const comum = { hoje, largo: true, onCancelar };
  if (tipo === "auditor") {
    return (
      <AuditorFiltroForm
        {...comum}
        filtro={readAuditor(params)}
        onAplicar={(filtro) => onAplicar(writeAuditor(params, filtro))}
      />
    );
  }
  if (tipo === "emails") {
    return (
      <EmailFiltroForm
        {...comum}
        filtro={readEmail(params)}
        onAplicar={(filtro) => onAplicar(writeEmail(params, filtro))}
      />
    );
  }
  const aba: Aba = tipo === "dfe_recebidos" && params.get("tab") === "div" ? "div" : "repo";
  return (
    <NotaFiltroForm
      {...comum}
      papel={tipo === "dfe_recebidos" ? "E" : "S"}
      filtro={readNota(params, aba)}
      onAplicar={(filtro) => onAplicar(writeNota(params, filtro, aba))}
    />
  );
}
