/**
 * Places that the extract of GeoNames (`places.json`) lacks or puts elsewhere, written by hand: latitude, longitude
 * (degrees, to about a kilometre), inhabitants (rounded), name. They come before the extract.
 */
export const MORE_PLACES = `
50.847 4.353 190000 Brussels
50.884 4.355 60000 Laken
50.867 4.377 130000 Schaerbeek
50.836 4.389 48000 Etterbeek
50.828 4.372 87000 Ixelles
50.828 4.345 48500 Saint-Gilles
50.836 4.309 124000 Anderlecht
50.855 4.328 98000 Molenbeek-Saint-Jean
50.863 4.329 22000 Koekelberg
50.865 4.293 25500 Berchem-Sainte-Agathe
50.873 4.312 25500 Ganshoren
50.879 4.325 53000 Jette
50.898 4.388 18000 Neder-Over-Heembeek
50.889 4.416 6500 Haren
50.871 4.402 44000 Evere
50.834 4.441 42500 Woluwe-Saint-Pierre
50.815 4.432 35000 Auderghem
50.799 4.416 25500 Watermael-Boitsfort
50.801 4.338 85000 Uccle
50.812 4.320 56500 Forest
50.846 4.425 59500 Woluwe-Saint-Lambert
50.853 4.369 27000 Saint-Josse-ten-Noode
50.706 4.590 5000 Bierges
50.724 4.501 10000 Genval
50.684 4.573 5000 Limelette
50.669 4.954 9000 Orp-Jauche
50.752 4.974 3600 Hélécine
50.713 4.222 8500 Lembeek
50.790 4.295 6000 Ruisbroek
50.767 4.273 3500 Lot
50.742 4.333 5500 Alsemberg
50.732 4.299 5500 Dworp
50.754 4.306 4000 Huizingen
50.837 4.245 6000 Itterbeek
50.874 4.267 8000 Groot-Bijgaarden
50.836 4.195 5500 Schepdaal
50.886 4.273 9500 Zellik
50.722 3.943 2300 Bever
50.848 4.087 11800 Roosdaal
50.888 4.115 13500 Affligem
50.906 4.353 14000 Strombeek-Bever
50.952 4.304 8000 Wolvertem
50.868 4.448 7500 Sint-Stevens-Woluwe
50.860 4.518 7500 Sterrebeek
51.212 4.437 47000 Borgerhout
51.246 4.445 46500 Merksem
51.278 4.418 27000 Ekeren
51.193 4.422 44000 Berchem
51.169 4.394 43000 Wilrijk
51.090 4.990 16300 Laakdal
50.864 4.696 24000 Heverlee
50.888 4.731 31500 Kessel-Lo
50.902 4.717 10500 Wilsele
50.926 4.699 3900 Wijgmaal
50.982 4.977 23500 Scherpenheuvel
50.839 5.044 7300 Linter
50.929 4.899 11200 Tielt-Winge
51.032 5.735 21000 Dilsen-Stokkem
51.088 5.517 13000 Meeuwen-Gruitrode
50.727 5.427 80 Herstappe
51.252 5.547 14500 Hamont-Achel
51.136 5.367 12600 Hechtel-Eksel
51.096 5.172 11300 Ham
50.616 5.603 20500 Grivegnée
50.613 5.601 11500 Angleur
50.612 5.618 9000 Chênée
50.547 5.489 10000 Neupré
50.644 5.494 22600 Grâce-Hollogne
50.601 5.356 6900 Saint-Georges-sur-Meuse
50.196 6.140 4000 Burg-Reuland
50.664 5.862 5800 Thimister-Clermont
50.444 4.636 28500 Sambreville
50.457 4.872 19500 Jambes
50.450 4.664 19500 Jemeppe-sur-Sambre
49.870 4.930 2700 Vresse-sur-Semois
50.085 4.554 5600 Viroinval
50.396 4.442 23500 Marcinelle
50.392 4.466 12500 Couillet
50.419 4.428 6500 Dampremy
50.405 4.396 17000 Marchienne-au-Pont
50.414 4.377 9000 Monceau-sur-Sambre
50.385 4.406 10500 Mont-sur-Marchienne
50.445 4.433 24500 Jumet
50.467 4.432 11500 Gosselies
50.431 4.457 9000 Lodelinsart
50.456 4.473 7000 Ransart
50.442 4.391 8500 Roux
50.424 4.479 20500 Gilly
50.406 4.480 18500 Montignies-sur-Sambre
50.380 4.375 10000 Montigny-le-Tilleul
50.322 4.390 13500 Ham-sur-Heure-Nalinnes
50.410 4.323 17800 Fontaine-l'Évêque
50.523 4.448 9700 Les Bons Villers
50.165 4.230 4800 Sivry-Rance
49.920 5.378 11300 Libramont-Chevigny
50.449 3.891 10500 Jemappes
50.436 3.924 10000 Cuesmes
50.360 3.732 5200 Honnelles
50.521 3.408 8000 Brunehaut
50.755 3.497 3900 Mont-de-l'Enclus
50.768 3.000 18000 Comines-Warneton
50.599 3.617 14000 Leuze-en-Hainaut
51.192 3.183 20000 Sint-Andries
51.197 3.258 20000 Assebroek
50.716 3.356 2100 Spiere-Helkijn
50.925 2.735 3600 Vleteren
50.949 2.785 3300 Lo-Reninge
50.914 2.915 7900 Langemark-Poelkapelle
50.790 2.790 7800 Heuvelland
50.764 2.897 1100 Mesen
51.071 3.680 13000 Mariakerke
51.049 3.660 13000 Drongen
51.087 3.712 16000 Wondelgem
51.060 3.752 35000 Sint-Amandsberg
51.080 3.765 14000 Oostakker
51.037 3.763 22500 Gentbrugge
50.999 3.712 7500 Zwijnaarde
50.928 3.968 20000 Erpe-Mere
50.871 3.795 8300 Zwalm
50.799 3.762 15000 Brakel
50.836 3.692 2000 Horebeke
50.803 3.621 6400 Maarkedal
50.783 3.487 6700 Kluisbergen
50.852 3.509 6500 Wortegem-Petegem
50.508 4.805 9400 La Bruyère
51.345 4.310 6500 Berendrecht
51.473 4.803 4000 Meerle
51.446 5.041 3500 Poppel
50.288 6.262 600 Schönberg
49.622 5.334 700 Villers-devant-Orval
50.612 3.508 1000 Béclers
50.586 3.545 1000 Barry
50.574 3.502 1500 Vezon
50.645 3.312 3500 Templeuve
50.729 3.305 7500 Dottignies
50.727 2.881 4500 Ploegsteert
50.703 2.898 4000 Le Bizet
51.154 3.826 2000 Sint-Kruis-Winkel
50.888 2.655 1400 Proven
51.265 4.206 2500 Kallo
51.307 3.628 1800 Watervliet
50.470 4.021 5500 Havré
`;

/**
 * Other names of places: the other national language, what foreigners say, the short or long form, and municipalities
 * that merged. Left what people write, right the name of the place. Spelling that differs only by accents, case,
 * hyphens or `St.`/`Ste` needs no line.
 */
export const ALIASES = `
Bruxelles = Brussels
Brussel = Brussels
Bruxelles-Ville = Brussels
Brussel-Stad = Brussels
Laeken = Laken
Schaarbeek = Schaerbeek
Elsene = Ixelles
Sint-Gillis = Saint-Gilles
Sint-Jans-Molenbeek = Molenbeek-Saint-Jean
Molenbeek = Molenbeek-Saint-Jean
Sint-Agatha-Berchem = Berchem-Sainte-Agathe
Neder-Heembeek = Neder-Over-Heembeek
Sint-Pieters-Woluwe = Woluwe-Saint-Pierre
Oudergem = Auderghem
Watermaal-Bosvoorde = Watermael-Boitsfort
Boitsfort = Watermael-Boitsfort
Bosvoorde = Watermael-Boitsfort
Ukkel = Uccle
Vorst = Forest
Sint-Lambrechts-Woluwe = Woluwe-Saint-Lambert
Sint-Joost-ten-Node = Saint-Josse-ten-Noode
Saint-Josse = Saint-Josse-ten-Noode
Sint-Joost = Saint-Josse-ten-Noode
Waver = Wavre
Terhulpen = La Hulpe
Bevekom = Beauvechain
Perwijs = Perwez
Geldenaken = Jodoigne
Lasne = Basse Lasne
Graven = Grez-Doiceau
Nijvel = Nivelles
Eigenbrakel = Braine-l'Alleud
Rebecq = Rebecq-Rognon
Kasteelbrakel = Braine-le-Château
Chastre = Chastre-Villeroux-Blanmont
Walhain = Walhain-Saint-Paul
Itter = Ittre
Tubeke = Tubize
Ottignies-Louvain-la-Neuve = Ottignies
Hal = Halle
Biévène = Bever
Gammerages = Galmaarden
Leeuw-Saint-Pierre = Sint-Pieters-Leeuw
Rhode-Saint-Genèse = Sint-Genesius-Rode
Lennik = Sint-Martens-Lennik
Tourneppe = Dworp
Grand-Bigard = Groot-Bijgaarden
Vilvorde = Vilvoorde
Crainhem = Kraainem
Antwerp = Antwerpen
Anvers = Antwerpen
Lierre = Lier
Malines = Mechelen
Malle = Oostmalle
Westmalle = Oostmalle
Puurs-Sint-Amands = Puurs
Baerle-Duc = Baarle-Hertog
Louvain = Leuven
Löwen = Leuven
Tirlemont = Tienen
Montaigu = Scherpenheuvel
Scherpenheuvel-Zichem = Scherpenheuvel
Zichem = Scherpenheuvel
Léau = Zoutleeuw
Aerschot = Aarschot
Winge = Tielt-Winge
Tongres = Tongeren
Tongeren-Borgloon = Tongeren
Looz = Borgloon
Saint-Trond = Sint-Truiden
Bourg-Léopold = Leopoldsburg
Heusden-Zolder = Heusden
Zolder = Heusden
Houthalen-Helchteren = Houthalen
Bilzen-Hoeselt = Bilzen
Herck-la-Ville = Herk-de-Stad
Fourons = Sint-Pieters-Voeren
Voeren = Sint-Pieters-Voeren
Fouron-le-Comte = Sint-Pieters-Voeren
's-Gravenvoeren = Sint-Pieters-Voeren
Fouron-Saint-Pierre = Sint-Pieters-Voeren
Pelt = Neerpelt
Oudsbergen = Opglabbeek
Dilsen = Dilsen-Stokkem
Stokkem = Dilsen-Stokkem
Hamont = Hamont-Achel
Achel = Hamont-Achel
Hechtel = Hechtel-Eksel
Eksel = Hechtel-Eksel
Luik = Liège
Lüttich = Liège
Flémalle = Flémalle-Haute
Hoei = Huy
Borgworm = Waremme
Hannuit = Hannut
Wezet = Visé
Bitsingen = Bassenge
Kelmis = La Calamine
Büllingen = Bullange
Amel = Amblève
Weismes = Waimes
Dolhain = Limbourg
Namen = Namur
Salzinnes = Namur
Saint-Servais = Namur
Belgrade = Namur
Gembloers = Gembloux
Andenne-Seilles = Andenne
Hastière = Hastière-Lavaux
Fernelmont = Noville-les-Bois
Auvelais = Sambreville
Tamines = Sambreville
Aiseau-Presles = Aiseau
Ham-sur-Heure = Ham-sur-Heure-Nalinnes
Nalinnes = Ham-sur-Heure-Nalinnes
Frasnes-lez-Gosselies = Les Bons Villers
Bastenaken = Bastogne
Aarlen = Arlon
Arel = Arlon
Habay = Habay-la-Vieille
Libramont = Libramont-Chevigny
Bergen = Mons
Quévy = Quévy-le-Petit
Jurbeke = Jurbise
Zinnik = Soignies
Le Roeulx = Roeulx
's-Gravenbrakel = Braine-le-Comte
Estinnes = Estinnes-au-Val
Morlanwelz = Morlanwelz-Mariemont
Écaussinnes = Écaussinnes-d'Enghien
Ecaussines = Écaussinnes-d'Enghien
Doornik = Tournai
Moeskroen = Mouscron
Comines = Comines-Warneton
Komen = Comines-Warneton
Komen-Waasten = Comines-Warneton
Warneton = Comines-Warneton
Waasten = Comines-Warneton
Bizet = Le Bizet
Dottenijs = Dottignies
Aat = Ath
Opzullik = Silly
Edingen = Enghien
Lessen = Lessines
Vloesberg = Flobecq
Elzele = Ellezelles
Leuze = Leuze-en-Hainaut
Frasnes-lez-Anvaing = Frasnes-lez-Buissenal
Bruges = Brugge
Heist = Knokke-Heist
Knokke = Knokke-Heist
Blankenberghe = Blankenberge
Zeebruges = Zeebrugge
Oostende = Ostend
Ostende = Ostend
Le Coq = De Haan
Courtrai = Kortrijk
Dixmude = Diksmuide
Nieuport = Nieuwpoort
Furnes = Veurne
La Panne = De Panne
Coxyde = Koksijde
Thielt = Tielt
Roulers = Roeselare
Thourout = Torhout
Ypres = Ieper
Ypern = Ieper
Langemark = Langemark-Poelkapelle
Poelkapelle = Langemark-Poelkapelle
Menin = Menen
Messines = Mesen
Kemmel = Heuvelland
Espierres-Helchin = Spiere-Helkijn
Vichte = Anzegem
Gand = Gent
Ghent = Gent
Saint-Nicolas-Waes = Sint-Niklaas
Beveren-Waas = Beveren
Beveren-Kruibeke-Zwijndrecht = Beveren
Tamise = Temse
Termonde = Dendermonde
Alost = Aalst
Grammont = Geraardsbergen
Lierde = Sint-Maria-Lierde
Renaix = Ronse
Audenarde = Oudenaarde
Lievegem = Lovendegem
Merelbeke-Melle = Merelbeke
Nazareth-De Pinte = Nazareth
Laethem-Saint-Martin = Sint-Martens-Latem
Erpe = Erpe-Mere
Mere = Erpe-Mere
`;
