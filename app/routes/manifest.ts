import { pages } from "~/content/pages";
import { productName, themeColor } from "~/content/constants";

export const loader = () =>
  Response.json(
    {
      name: productName,
      short_name: productName,
      description: pages.landing.description,
      start_url: pages.landing.path,
      display: "browser",
      background_color: themeColor,
      theme_color: themeColor,
      icons: [
        { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
        { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
        {
          src: "/icon-maskable.png",
          sizes: "512x512",
          type: "image/png",
          purpose: "maskable",
        },
      ],
    },
    { headers: { "Content-Type": "application/manifest+json" } },
  );
