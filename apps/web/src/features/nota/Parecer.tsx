import { IconLockOpen } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import type { Nota } from "../../rpc/queries.ts";
import { parecer as textos } from "../../textos/veredito.ts";
import { Status } from "../../ui/Status.tsx";
import { REPARADA, type Situacao } from "../../ui/situacao.ts";
import { showEvidencias, useAba } from "./aba.ts";
import type { GrupoAchados } from "./achados.ts";
import { DESENHOS } from "./gravidades.ts";
import classes from "./Parecer.module.css";
import { parecerOf } from "./parecer.ts";

const Liberar = lazy(async () => ({ default: (await import("./Liberar.tsx")).Liberar }));

/** Findings that the card lists; the tab of findings shows all. */
const ACHADOS_MAX = 4;

/** Section of the status card: the verdict on the file and its reasons. */
export function Parecer({ nota, zona }: { nota: Nota; zona: string }): React.JSX.Element {
  const { selos, texto, reparo, grupos, liberada } = parecerOf(nota, zona);
  return (
    <div className={classes.parecer}>
      <Ponto selos={selos} texto={texto} />
      {reparo && (
        <Ponto selos={[REPARADA]} texto={`${reparo.texto} ${textos.guardado}`}>
          {reparo.emailHref && (
            <Link to={reparo.emailHref} className="link">
              {textos.verGuardado}
            </Link>
          )}
        </Ponto>
      )}
      {grupos.length > 0 && <Resumo grupos={grupos} />}
      {liberada && (
        <div className={classes.liberada}>
          <IconLockOpen size={16} stroke={1.6} aria-hidden="true" />
          <p>
            {liberada.texto}
            {liberada.motivo && <q>{liberada.motivo}</q>}
          </p>
        </div>
      )}
      {nota.quarentena && (
        <Suspense>
          <Liberar nota={nota} />
        </Suspense>
      )}
    </div>
  );
}

function Ponto(props: {
  selos: readonly Situacao[];
  texto: string;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { selos, texto, children } = props;
  return (
    <div className={classes.ponto}>
      {selos.length > 0 && (
        <div className={classes.selos}>
          {selos.map((selo) => (
            <Status key={selo.palavra} situacao={selo} />
          ))}
        </div>
      )}
      <p>
        {texto} {children}
      </p>
    </div>
  );
}

/** Titles of the findings, gravest first. */
function Resumo({ grupos }: { grupos: readonly GrupoAchados[] }): React.JSX.Element {
  const { open } = useAba();
  const achados = grupos.flatMap(({ gravidade, achados: found }) =>
    found.map((achado) => ({ ...achado, gravidade })),
  );
  return (
    <div className={classes.resumo}>
      <ul>
        {achados.slice(0, ACHADOS_MAX).map(({ codigo, titulo, gravidade, ocorrencias }) => {
          const Icone = DESENHOS[gravidade];
          return (
            <li key={codigo} data-gravidade={gravidade}>
              <Icone size={15} stroke={1.8} aria-hidden="true" />
              <span>
                {titulo}
                <span className="vh"> ({textos.gravidades[gravidade]})</span>
              </span>
              {ocorrencias.length > 1 && (
                <span className={classes.vezes}>{textos.vezes(ocorrencias.length)}</span>
              )}
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="link"
        onClick={() => {
          open("achados");
          showEvidencias();
        }}
      >
        {textos.verAchados(achados.length > ACHADOS_MAX ? achados.length : null)}
      </button>
    </div>
  );
}
