import { IconLockOpen } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { assessmentTexts as texts } from "../../../texts/nota/veredito.ts";
import { REPAIRED_STATUS, type StatusView } from "../../../ui/documento/documento-status.ts";
import { Status } from "../../../ui/documento/Status.tsx";
import { GRAVIDADE_ICONS } from "../achados/gravidade-icons.ts";
import type { AchadoGroup } from "../achados/group-achados.ts";
import { ReleaseSection } from "../quarentena/ReleaseSection.tsx";
import { scrollToTabs, useNotaTab } from "../tabs/use-nota-tab.ts";
import classes from "./Assessment.module.css";
import { assessNota } from "./assess-nota.ts";

/** Findings that the card lists; the tab of findings shows all. */
const ACHADOS_MAX = 4;

/** Section of the status card: the verdict on the file and its reasons. */
export function Assessment({ nota, timeZone }: { nota: Nota; timeZone: string }): React.JSX.Element {
  const { selos, texto: text, reparo, grupos: groups, liberada } = assessNota(nota, timeZone);
  return (
    <div className={classes.parecer}>
      <AssessmentPoint selos={selos} text={text} />
      {reparo && (
        <AssessmentPoint selos={[REPAIRED_STATUS]} text={`${reparo.texto} ${texts.guardado}`}>
          {reparo.emailHref && (
            <Link to={reparo.emailHref} className="link">
              {texts.verGuardado}
            </Link>
          )}
        </AssessmentPoint>
      )}
      {groups.length > 0 && <AchadoSummary groups={groups} />}
      {liberada && (
        <div className={classes.liberada}>
          <IconLockOpen size={16} stroke={1.6} aria-hidden="true" />
          <p>
            {liberada.texto}
            {liberada.motivo && <q>{liberada.motivo}</q>}
          </p>
        </div>
      )}
      {nota.quarentena && <ReleaseSection nota={nota} />}
    </div>
  );
}

function AssessmentPoint(props: {
  selos: readonly StatusView[];
  text: string;
  children?: React.ReactNode;
}): React.JSX.Element {
  const { selos, text, children } = props;
  return (
    <div className={classes.ponto}>
      {selos.length > 0 && (
        <div className={classes.selos}>
          {selos.map((badge) => (
            <Status key={badge.word} status={badge} />
          ))}
        </div>
      )}
      <p>
        {text} {children}
      </p>
    </div>
  );
}

/** Titles of the findings, gravest first. */
function AchadoSummary({ groups }: { groups: readonly AchadoGroup[] }): React.JSX.Element {
  const { open } = useNotaTab();
  const achados = groups.flatMap(({ gravidade, achados: found }) =>
    found.map((achado) => ({ ...achado, gravidade })),
  );
  return (
    <div className={classes.resumo}>
      <ul>
        {achados.slice(0, ACHADOS_MAX).map(({ codigo, titulo, gravidade, ocorrencias }) => {
          const Icon = GRAVIDADE_ICONS[gravidade];
          return (
            <li key={codigo} data-gravidade={gravidade}>
              <Icon size={15} stroke={1.8} aria-hidden="true" />
              <span>
                {titulo}
                <span className="vh"> ({texts.gravidades[gravidade]})</span>
              </span>
              {ocorrencias.length > 1 && (
                <span className={classes.vezes}>{texts.vezes(ocorrencias.length)}</span>
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
          scrollToTabs();
        }}
      >
        {texts.verAchados(achados.length > ACHADOS_MAX ? achados.length : null)}
      </button>
    </div>
  );
}
