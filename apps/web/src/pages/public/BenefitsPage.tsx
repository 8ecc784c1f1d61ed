import {
  IconCertificate,
  IconCheck,
  IconDatabaseImport,
  IconFolderDown,
  IconMailCheck,
  IconShieldCheck,
  IconUsers,
} from "@tabler/icons-react";
import { CallToAction } from "../../features/site/CallToAction.tsx";
import { ScreenshotPicture } from "../../features/site/ScreenshotPicture.tsx";
import { notaScreenshot } from "../../features/site/screenshots.ts";
import { usePageTitle } from "../../features/site/use-page-title.ts";
import { benefitTexts as texts } from "../../texts/site/site.ts";
import { PublicFrame } from "../../ui/layout/PublicFrame.tsx";
import classes from "./SitePage.module.css";

const ICONS = [
  IconMailCheck,
  IconCertificate,
  IconShieldCheck,
  IconDatabaseImport,
  IconUsers,
  IconFolderDown,
];

/** The benefits of Malote. */
export function BenefitsPage(): React.JSX.Element {
  usePageTitle("/beneficios");
  return (
    <PublicFrame>
      <div className={classes.abertura}>
        <h1>{texts.titulo}</h1>
        <p>{texts.texto}</p>
      </div>
      <ScreenshotPicture screenshot={notaScreenshot} alt={texts.tela} isFirst />
      <div className={classes.grupos}>
        {texts.grupos.map(({ titulo: title, texto: text, fatos: facts }, i) => {
          const Icon = ICONS[i] ?? IconMailCheck;
          return (
            <section key={title} className={classes.grupo}>
              <Icon size={24} stroke={1.6} aria-hidden="true" />
              <div>
                <h2>{title}</h2>
                <p>{text}</p>
              </div>
              <ul className={classes.fatos}>
                {facts.map((fact) => (
                  <li key={fact}>
                    <IconCheck size={16} stroke={2} aria-hidden="true" />
                    {fact}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
      <CallToAction>{texts.chamada}</CallToAction>
    </PublicFrame>
  );
}

export { BenefitsPage as Component };
