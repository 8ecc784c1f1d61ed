import {
  IconBuildingFactory2,
  IconBuildingStore,
  IconCalculator,
  IconCode,
  IconCrane,
  IconTruck,
} from "@tabler/icons-react";
import { Chamada } from "../features/site/Chamada.tsx";
import { ClientesLista } from "../features/site/Clientes.tsx";
import { useMeta } from "../features/site/meta.ts";
import { quemUtiliza as textos } from "../textos/site.ts";
import { PublicFrame } from "../ui/PublicFrame.tsx";
import classes from "./SitePage.module.css";

const ICONES = [IconBuildingFactory2, IconBuildingStore, IconTruck, IconCrane, IconCalculator, IconCode];

/** The audience of Malote, and the customers that the operator lists. */
export function QuemUtilizaPage(): React.JSX.Element {
  useMeta("/quem_utiliza");
  return (
    <PublicFrame>
      <div className={classes.abertura}>
        <h1>{textos.titulo}</h1>
        <p>{textos.texto}</p>
      </div>
      <div className={classes.segmentos}>
        {textos.segmentos.map(({ nome, chega, faz }, i) => {
          const Icone = ICONES[i] ?? IconBuildingStore;
          return (
            <section key={nome} className={classes.segmento}>
              <Icone size={22} stroke={1.6} aria-hidden="true" />
              <h2>{nome}</h2>
              <dl>
                <div>
                  <dt>{textos.chega}</dt>
                  <dd>{chega}</dd>
                </div>
                <div>
                  <dt>{textos.faz}</dt>
                  <dd>{faz}</dd>
                </div>
              </dl>
            </section>
          );
        })}
      </div>
      <ClientesLista />
      <Chamada>{textos.chamada}</Chamada>
    </PublicFrame>
  );
}
