import {
  IconCertificate,
  IconDatabaseX,
  IconEqualNot,
  IconMailX,
  type TablerIcon,
} from "@tabler/icons-react";
import { painel as textos } from "../../textos/painel.ts";
import { AlertStrip } from "../../ui/AlertStrip.tsx";
import classes from "./Precisa.module.css";
import type { Pendencia } from "./pendencias.ts";

const ICONES: Record<Pendencia["chave"], TablerIcon> = {
  divergencias: IconEqualNot,
  abertas: IconDatabaseX,
  caixas: IconMailX,
  certificados: IconCertificate,
};

/** Amber band of pending items, each linked to its list; renders nothing if there are none. */
export function Precisa({ pendencias }: { pendencias: readonly Pendencia[] }): React.JSX.Element | null {
  if (pendencias.length === 0) return null;
  return (
    <section className={classes.precisa} aria-labelledby="precisa-de-voce">
      <h2 id="precisa-de-voce" className="t-secao">
        {textos.precisa.titulo}
      </h2>
      <AlertStrip
        alerts={pendencias.map(({ chave, total, titulo, texto, to }) => ({
          key: chave,
          icon: ICONES[chave],
          total,
          title: titulo,
          text: texto,
          to,
        }))}
      />
    </section>
  );
}
