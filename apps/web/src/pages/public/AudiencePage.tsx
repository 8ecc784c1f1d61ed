import {
  IconBuildingFactory2,
  IconBuildingStore,
  IconCalculator,
  IconCode,
  IconCrane,
  IconTruck,
} from "@tabler/icons-react";
import { CustomerList } from "../../features/site/Customers.tsx";
import { SitePage } from "../../features/site/SitePage.tsx";
import classes from "../../features/site/site.module.css";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { audienceTexts as texts } from "../../texts/site/site.ts";

const ICONS = [IconBuildingFactory2, IconBuildingStore, IconTruck, IconCrane, IconCalculator, IconCode];

/** The audience of Malote, and the customers that the operator lists. */
export function AudiencePage(): React.JSX.Element {
  usePageTitle("/quem_utiliza");
  return (
    <SitePage title={texts.titulo} lead={texts.texto} closing={texts.chamada}>
      <div>
        {texts.segmentos.map(({ nome: name, chega, faz }, i) => {
          const Icon = ICONS[i] ?? IconBuildingStore;
          return (
            <section key={name} className={`${classes.row} ${classes.segment}`}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <h2 className="t-painel">{name}</h2>
              <dl>
                <div>
                  <dt className="t-rotulo">{texts.chega}</dt>
                  <dd>{chega}</dd>
                </div>
                <div>
                  <dt className="t-rotulo">{texts.faz}</dt>
                  <dd>{faz}</dd>
                </div>
              </dl>
            </section>
          );
        })}
      </div>
      <CustomerList />
    </SitePage>
  );
}

export { AudiencePage as Component };
