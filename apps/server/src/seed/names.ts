import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';

/** Invented people of the demo: common names in Belgium, combined by chance. */
export const FIRST_NAMES: Readonly<Record<WorkerLanguage, Readonly<Record<Exclude<Gender, 'Others'>, readonly string[]>>>> = {
  NL: {
    Female: ['Lotte', 'Emma', 'An', 'Ilse', 'Katrien', 'Sofie', 'Lies', 'Marijke', 'Hilde', 'Elke', 'Nele', 'Veerle', 'Griet', 'Eline', 'Femke', 'Hanne', 'Inge', 'Jolien', 'Karen', 'Leen', 'Marleen', 'Saskia', 'Tine', 'Wendy', 'Zoë'],
    Male: ['Jan', 'Bart', 'Wim', 'Koen', 'Dirk', 'Stijn', 'Pieter', 'Tom', 'Luc', 'Geert', 'Kristof', 'Jeroen', 'Sven', 'Bram', 'Arne', 'Dries', 'Filip', 'Gert', 'Hans', 'Joris', 'Kobe', 'Lander', 'Maarten', 'Niels', 'Wout'],
  },
  FR: {
    Female: ['Camille', 'Marie', 'Julie', 'Sophie', 'Nathalie', 'Céline', 'Isabelle', 'Aurélie', 'Valérie', 'Laura', 'Élise', 'Charlotte', 'Amandine', 'Catherine', 'Delphine', 'Florence', 'Gaëlle', 'Hélène', 'Justine', 'Laurence', 'Manon', 'Pauline', 'Sandrine', 'Stéphanie', 'Virginie'],
    Male: ['Nicolas', 'Pierre', 'Thomas', 'Olivier', 'Philippe', 'Benoît', 'Christophe', 'Didier', 'François', 'Grégory', 'Jérôme', 'Julien', 'Laurent', 'Luc', 'Marc', 'Mathieu', 'Michaël', 'Pascal', 'Quentin', 'Raphaël', 'Sébastien', 'Simon', 'Vincent', 'Xavier', 'Yves'],
  },
  EN: {
    Female: ['Priya', 'Sarah', 'Amina', 'Grace', 'Ewa', 'Ioana', 'Fatima', 'Aylin', 'Maria', 'Chloe'],
    Male: ['James', 'Mohamed', 'Ahmed', 'Piotr', 'Andrei', 'Carlos', 'Daniel', 'Emre', 'Marco', 'Youssef'],
  },
  DE: { Female: ['Anja', 'Heike', 'Julia', 'Katharina', 'Ursula'], Male: ['Dieter', 'Hannes', 'Jürgen', 'Stefan', 'Wolfgang'] },
};

export const LAST_NAMES: Readonly<Record<WorkerLanguage, readonly string[]>> = {
  NL: ['Peeters', 'Janssens', 'Maes', 'Jacobs', 'Willems', 'Mertens', 'Claes', 'Goossens', 'Wouters', 'De Smet', 'Vermeulen', 'Pauwels', 'Hermans', 'Aerts', 'Michiels', 'Van den Broeck', 'De Clercq', 'Martens', 'Desmet', 'Verhoeven', 'Stevens', 'Vandenberghe', 'Coppens', 'De Backer', 'Segers', 'Bogaerts', 'Lemmens', 'Van Damme', 'Smets', 'Cools', 'Verbeke', 'De Wilde', 'Baert', 'Callewaert', 'Van Hecke'],
  FR: ['Dubois', 'Lambert', 'Dupont', 'Martin', 'Simon', 'Laurent', 'Leroy', 'Renard', 'Lejeune', 'Gérard', 'François', 'Denis', 'Dumont', 'Mathieu', 'Charlier', 'Collard', 'Bertrand', 'Delvaux', 'Fontaine', 'Noël', 'Thiry', 'Wauters', 'Gilles', 'Rousseau', 'Poncelet', 'Marchal', 'Henrion', 'Lecomte', 'Pirard', 'Servais', 'Defays', 'Warnier', 'Hubert', 'Massart', 'Legrand'],
  EN: ['Singh', 'Nowak', 'Popescu', 'El Amrani', 'Yilmaz', 'Rossi', 'Silva', 'Johnson', 'Benali', 'Kowalski', 'Öztürk', 'Fernandes'],
  DE: ['Schmitz', 'Müller', 'Heinen', 'Weiß', 'Keller', 'Krämer'],
};

export const STREETS: Readonly<Record<'NL' | 'FR' | 'DE', readonly string[]>> = {
  NL: ['Kerkstraat', 'Stationsstraat', 'Molenstraat', 'Dorpsstraat', 'Nieuwstraat', 'Schoolstraat', 'Kapellestraat', 'Veldstraat', 'Leopoldlaan', 'Lindenlaan', 'Eikenlaan', 'Brugsesteenweg', 'Gentsesteenweg', 'Bosstraat', 'Hoogstraat', 'Parklaan'],
  FR: ['Rue de la Gare', "Rue de l'Église", 'Rue du Moulin', 'Avenue des Tilleuls', 'Rue Haute', 'Chaussée de Namur', 'Rue des Écoles', 'Avenue Albert Ier', 'Rue du Centre', 'Place Communale', 'Rue de la Station', 'Chaussée de Bruxelles', 'Rue du Château', 'Avenue Reine Astrid', 'Clos des Cerisiers'],
  DE: ['Hauptstraße', 'Bahnhofstraße', 'Kirchstraße', 'Schulstraße', 'Aachener Straße'],
};

/** Jobs of the demo, by the language of the workplace. */
export const FUNCTIONS: Readonly<Record<'NL' | 'FR', readonly string[]>> = {
  NL: ['Magazijnier', 'Operator productie', 'Bediende administratie', 'Technieker', 'Verkoopmedewerker', 'Chauffeur', 'Verpleegkundige', 'Teamleader', 'Schoonmaker', 'Planner', 'Boekhouder', 'Orderpicker'],
  FR: ['Magasinier', 'Opérateur de production', 'Employé administratif', 'Technicien', 'Vendeur', 'Chauffeur', 'Infirmier', "Chef d'équipe", 'Agent de nettoyage', 'Planificateur', 'Comptable', 'Préparateur de commandes'],
};

/**
 * The demo's companies, all invented: name, number without check digits, seat, staff, contract price in cents,
 * share of certificates that are checked, departments.
 */
export const COMPANIES = [
  { name: 'Brouwerij De Linde', base: '04101001', locality: 'Leuven', staff: 3000, price: 95_00, control: 0.36, language: 'nl', units: ['Bottelarij', 'Logistiek', 'Kantoor', 'Onderhoud'] },
  { name: 'Transports Delhaize-Thiry', base: '04102002', locality: 'Liège', staff: 2900, price: 98_00, control: 0.3, language: 'fr', units: ['Quais', 'Chauffeurs', 'Bureau'] },
  { name: 'Zorggroep Sint-Jozef', base: '04103003', locality: 'Gent', staff: 2750, price: 98_00, control: 0.25, language: 'nl', units: ['Campus Noord', 'Campus Zuid', 'Keuken', 'Administratie'] },
  { name: 'Nettoyage Horizon', base: '04104004', locality: 'Charleroi', staff: 2600, price: 99_00, control: 0.42, language: 'fr', units: ['Charleroi', 'Namur', 'La Louvière'] },
  { name: 'Van Hove Logistics', base: '04105005', locality: 'Antwerpen', staff: 2400, price: 99_00, control: 0.34, language: 'nl', units: ['Haven', 'Magazijn', 'Transport'] },
  { name: 'Delta Retail Belgium', base: '04106006', locality: 'Brussel', staff: 2300, price: 102_00, control: 0.28, language: 'fr', units: ['Bruxelles', 'Brabant', 'Siège'] },
  { name: 'Metaalwerken Claes', base: '04107007', locality: 'Hasselt', staff: 2100, price: 105_00, control: 0.3, language: 'nl', units: ['Lasserij', 'Montage', 'Expeditie'] },
  { name: 'Biscuiterie Lambert', base: '04108008', locality: 'Namur', staff: 1900, price: 105_00, control: 0.25, language: 'fr', units: ['Fours', 'Emballage', 'Bureau'] },
  { name: 'Stad & Groen', base: '04109009', locality: 'Brugge', staff: 1500, price: 108_00, control: 0.22, language: 'nl', units: ['Groendienst', 'Reiniging', 'Loket'] },
  { name: 'Ateliers du Hainaut', base: '04110010', locality: 'Mons', staff: 900, price: 115_00, control: 0.2, language: 'fr', units: ['Usinage', 'Montage'] },
  { name: 'Bouwbedrijf Peeters', base: '04111011', locality: 'Mechelen', staff: 250, price: 125_00, control: 0.35, language: 'nl', units: ['Werven', 'Kantoor'] },
  { name: 'Café des Arts', base: '04112012', locality: 'Bruxelles', staff: 20, price: 135_00, control: 0.3, language: 'fr', units: ['Salle'] },
] as const;
