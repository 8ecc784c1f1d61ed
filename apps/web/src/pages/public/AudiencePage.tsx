import {
  IconBuildingFactory2,
  IconBuildingStore,
  IconCalculator,
  IconCode,
  IconCrane,
  IconTruck,
} from "@tabler/icons-react";
import { CallToAction } from "../../features/site/CallToAction.tsx";
import { CustomerList } from "../../features/site/Customers.tsx";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { audienceTexts as texts } from "../../texts/site/site.ts";
import { PublicFrame } from "../../ui/layout/PublicFrame.tsx";
import classes from "./SitePage.module.css";

const ICONS = [IconBuildingFactory2, IconBuildingStore, IconTruck, IconCrane, IconCalculator, IconCode];

/** The audience of Malote, and the customers that the operator lists. */
export function AudiencePage(): React.JSX.Element {
  usePageTitle("/quem_utiliza");
  return (
    <PublicFrame>
      <div className={classes.abertura}>
        <h1>{texts.titulo}</h1>
        <p>{texts.texto}</p>
      </div>
      <div className={classes.segmentos}>
        {texts.segmentos.map(({ nome: name, chega, faz }, i) => {
          const Icon = ICONS[i] ?? IconBuildingStore;
          return (
            <section key={name} className={classes.segmento}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <h2>{name}</h2>
              <dl>
                <div>
                  <dt>{texts.chega}</dt>
                  <dd>{chega}</dd>
                </div>
                <div>
                  <dt>{texts.faz}</dt>
                  <dd>{faz}</dd>
                </div>
              </dl>
            </section>
          );
        })}
      </div>
      <CustomerList />
      <CallToAction>{texts.chamada}</CallToAction>
    </PublicFrame>
  );
}

export { AudiencePage as Component };
