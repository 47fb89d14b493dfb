// Headings as the products export them (docs/decisions/0270); the people are invented.

/** Fresha, Clients, Options, Export. */
export const FRESHA = `\ufeffClient ID,First Name,Last Name,Full Name,Blocked,Block Reason,Gender,Mobile Number,Telephone,Email,Accepts Marketing,Accepts SMS Marketing,Address,Apartment Suite,Area,City,State,Post Code,Date of Birth,Added,Note,Referral Source\r
101,Ana,"O'Neil",Ana O'Neil,No,,Female,44 7700 900101,,ana@example.com,Yes,Yes,,,,Leeds,,LS1 1AA,1988-04-02,2024-03-05,"Prefers mornings\r
and a quiet room",Google\r
102,Bo,Larsen,Bo Larsen,No,,Male,,01632 960 102,bo@example.com,No,No,,,,Leeds,,,,2023-11-30,,\r
103,Cy,Larsen,Cy Larsen,No,,,,01632 960 102,,No,No,,,,,,,,2023-11-30,,\r
104,Dee,,Dee,No,,,12,,dee@example.com,No,No,,,,,,,,,,\r
`;

/** Cliniko, Patients, Export. */
export const CLINIKO = `Patient ID;Title;First Name;Last Name;Date Of Birth;Email;Phone Numbers;Address Line 1;City;Post Code;Medical Alerts;Emergency Contact;Referral Source;Notes;Created At
7;Ms;Zoë;Grünwald;02/04/1979;zoe@example.com;Mobile: 07700 900107, Home: 01632 960107;1 High St;York;YO1 1AA;Latex allergy;Kim;GP;Sore back;13/02/2025 09:15
8;;Li;Wei;;li@example.com;;;;;;;;;
`;

/** Square, Customers, Directory, Export. */
export const SQUARE = `Reference ID\tFirst Name\tLast Name\tEmail Address\tPhone Number\tNickname\tCompany Name\tStreet Address 1\tCity\tPostal Code\tBirthday\tMemo\tSquare Customer ID\tCreation Source\tFirst Visit\tLast Visit\tEmail Subscription Status
\tFay\tMoss\tfay@example.com\t'+447700900108\t\t\t\t\t\t\t\tSQ1\tAppointments\t2025-01-31\t2026-01-02\tSubscribed
`;

/** Fresha's list of appointments: the client by name alone. */
export const FRESHA_APPOINTMENTS = `Appt. ref,Status,Scheduled Date,Time,Duration,Client,Team Member,Service
#1,Booked,11 May 2027,10:00,1h,Ana O'Neil,Tom,Deep Tissue Massage 60 min
#2,Booked,11 May 2027,10:30,1h,Bo Larsen,Tom,Deep Tissue Massage 60 min
#3,Cancelled,12 May 2027,10:00,1h,Bo Larsen,Tom,Deep Tissue Massage 60 min
#4,Booked,4 May 2027,08:00,1h,Bo Larsen,Tom,Deep Tissue Massage 60 min
#5,Booked,13 May 2027,11:00,1h,Bo Larsen,Tom,Hot stones
`;

/** Cliniko's: instants with their offset. */
export const CLINIKO_APPOINTMENTS = `Patient Name,Patient Email,Patient Phone Number,Appointment Type,Practitioner,Appointment Start,Appointment End,Appointment Status
Zoë Grünwald,zoe@example.com,07700 900107,Relaxation massage,Priya Sandhu,2027-10-25T09:00:00Z,2027-10-25T10:00:00Z,
`;
